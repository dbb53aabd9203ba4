import { expect, it } from "vitest";
import { knownCallbacks } from "./callback-list";
import { listCallbacks } from "./callbacks";

it("each callback that a library is given is known to `npm run faults -- throws`", () => {
  const there = listCallbacks().map(({ name }) => name);
  expect(there.length).toBeGreaterThan(100);
  const known = knownCallbacks();
  const added = there.filter((name) => !known.includes(name));
  const gone = known.filter((name) => !there.includes(name));
  expect(
    { added, gone },
    "end what a throw in them breaks with contain, own or repeat (docs/decisions/running/121), and keep tests/faults/callbacks.txt",
  ).toEqual({ added: [], gone: [] });
});
