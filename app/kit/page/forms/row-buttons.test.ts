import { expect, it } from "vitest";
import { buttonAfter } from "./row-buttons";

it("goes on with the row that was moved, or that took the place of the one removed", () => {
  expect([buttonAfter("up:3", 5), buttonAfter("up:2", 5), buttonAfter("down:3", 5), buttonAfter("down:4", 5)]).toEqual([
    "up:2",
    "down:1",
    "down:4",
    "up:5",
  ]);
  expect([buttonAfter("remove:2", 4), buttonAfter("remove:5", 4), buttonAfter("remove:1", 0)]).toEqual([
    "remove:2",
    "remove:4",
    undefined,
  ]);
  expect([buttonAfter("add", 4), buttonAfter("save", 4), buttonAfter("up:x", 4)]).toEqual([
    undefined,
    undefined,
    undefined,
  ]);
});
