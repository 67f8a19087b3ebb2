// Pictures from the phone: phones take ten megabytes where one is plenty.
import { h, t } from './elements.js';
import { upload } from './connection.js';

const [PATIENCE, MOST_TRIES] = [150000, 60];

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

// Many photos at once are read one after the other: whoever comes too early comes again by itself.
export async function readPhoto(path, file, tell) {
  const photo = await smaller(file, 4e6, 3600);
  for (let tries = 0; ; tries += 1) {
    tell(t('reading.sending'));
    const answer = await upload(path, photo, PATIENCE);
    if (answer.status !== 503 || tries === MOST_TRIES) return answer;
    tell(answer.message);
    await new Promise((resolve) => setTimeout(resolve, Math.max(2, answer.after) * 1000));
  }
}

export const pictureInput = (label, look, attrs, take) => h('label', { class: `button photo ${look}` }, label,
  h('input', { type: 'file', accept: 'image/*', ...attrs, onchange: (event) => event.target.files.length && take([...event.target.files], event.target) }));
