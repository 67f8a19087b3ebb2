// Coming in exactly once, on a network that loses answers.
import { ask, keep, keyOf } from './connection.js';

// An answer that got lost on the way must not make a second guest: the same wish keeps its key.
export async function insisted(path, body) {
  const wish = `pnp.wish:${path}:${JSON.stringify(body)}`;
  const key = keep.get(wish) || keyOf();
  keep.set(wish, key);
  let answer = await ask(path, { ...body, key });
  for (let tries = 0; answer.status === 0 && tries < 5; tries += 1) {
    await new Promise((resolve) => setTimeout(resolve, 700));
    answer = await ask(path, { ...body, key });
  }
  if (answer.status > 0 && answer.status < 500) keep.remove(wish);
  return answer;
}
