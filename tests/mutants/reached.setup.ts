import { afterEach } from "vitest";

/** In the copy that faults are planted in: each test hands on the numbers of the functions that were reached since the one before it. */
const reached = new Set<number>();
Object.assign(globalThis, { __reach: (...numbers: number[]) => numbers.forEach((number) => reached.add(number)) });

afterEach(({ task }) => {
  Object.assign(task.meta, { reached: [...reached] });
  reached.clear();
});
