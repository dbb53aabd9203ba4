import { expect, it } from "vitest";
import { addProbes } from "./add-probes";

it("tells of the innermost function around each place that it is reached, and of places in none", () => {
  const text = "const a = 1;\nconst f = (b: number) => [b].map((c) => ({ d: c > a }));\nfunction g() { return 2; }\n";
  const places = ["1;", "[b]", "c > a", "2;", "d: c"].map((word, number) => ({ number, start: text.indexOf(word) }));
  expect(addProbes("a.ts", text, places)).toEqual({
    text: [
      "const a = 1;",
      "const f = (b: number) => (globalThis.__reach?.(1), [b].map((c) => (globalThis.__reach?.(2,4), ({ d: c > a }))));",
      "function g() { globalThis.__reach?.(3); return 2; }\n",
    ].join("\n"),
    outside: [0],
  });
});
