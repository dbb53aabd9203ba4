import { expect, it } from "vitest";
import { repeat } from "./repeat.server";

it("goes on after a turn that failed, never twice at once, and its end waits for the turn under way", async () => {
  let [turns, together, most] = [0, 0, 0];
  const again = repeat(1, "a turn failed", async () => {
    most = Math.max(most, ++together);
    await new Promise((done) => setTimeout(done, 5));
    together -= 1;
    if (++turns % 2 === 1) throw new Error("odd");
  });
  await again.first;
  expect(turns).toBe(1);
  await expect.poll(() => turns).toBeGreaterThan(3);
  await again.end();
  const ended = turns;
  expect([together, most]).toEqual([0, 1]);
  await new Promise((done) => setTimeout(done, 20));
  expect(turns).toBe(ended);
});
