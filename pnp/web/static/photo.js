// Pictures from the phone: phones take ten megabytes where one is plenty.
import { h } from './elements.js';

export async function smaller(file, most = 4e6, side = 2400) {
  if (file.size < most) return file;
  const url = URL.createObjectURL(file);
  try {
    const image = new Image();
    image.src = url;
    await image.decode();
    const scale = Math.min(1, side / Math.max(image.naturalWidth, image.naturalHeight));
    const canvas = h('canvas', { width: Math.round(image.naturalWidth * scale), height: Math.round(image.naturalHeight * scale) });
    canvas.getContext('2d').drawImage(image, 0, 0, canvas.width, canvas.height);
    return (await new Promise((resolve) => canvas.toBlob(resolve, 'image/jpeg', 0.85))) || file;
  } catch {
    return file;
  } finally {
    URL.revokeObjectURL(url);
  }
}
