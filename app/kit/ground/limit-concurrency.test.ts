import { expect, it } from "vitest";
import { limitConcurrency } from "./limit-concurrency";

it("lets a few in, a few more wait in order, and refuses the rest", async () => {
  const enter = limitConcurrency(2, 2, () => new Error("busy"));
  const seen: string[] = [];
  const visit = async (name: string) => {
    const leave = await enter();
    seen.push(name);
    return leave;
  };
  const [a, b] = await Promise.all([visit("a"), visit("b")]);
  const [c, d] = [visit("c"), visit("d")];
  await expect(enter()).rejects.toThrow("busy");
  expect(seen).toEqual(["a", "b"]);
  a();
  const leaveC = await c;
  b();
  const leaveD = await d;
  expect(seen).toEqual(["a", "b", "c", "d"]);
  leaveC();
  leaveD();
  expect(await Promise.all([visit("e"), visit("f")])).toHaveLength(2);
});
