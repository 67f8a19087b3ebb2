// The keyboard on a sheet: arrows go from field to field.
const WAYS = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] };

// The nearest field in the direction of an arrow key.
export function stepped(layout, from, arrow, spots) {
  const [dx, dy] = WAYS[arrow];
  const at = layout.byId.get(from);
  let best = null;
  for (const one of spots) {
    const to = layout.byId.get(one.dataset.key);
    const [x, y] = [to.x + to.w / 2 - at.x - at.w / 2, to.y + to.h / 2 - at.y - at.h / 2];
    const ahead = x * dx + y * dy;
    const far = ahead + 3 * Math.abs(x * dy + y * dx);
    if (ahead > 0.5 && (!best || far < best.far)) best = { one, far };
  }
  return best && best.one;
}
