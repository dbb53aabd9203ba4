import { expect, it } from "vitest";
import { testFinder } from "./which-tests";

const imports = new Map([
  ["app/kit/page/lists.ts", []],
  ["app/kit/page/lists.test.ts", ["app/kit/page/lists.ts"]],
  ["app/domains/buses/queries.server.ts", ["app/kit/page/lists.ts"]],
  ["app/domains/buses/buses.test.ts", ["tests/kit/visit.ts"]],
  ["app/domains/buses/queries.test.ts", ["tests/kit/visit.ts"]],
  ["app/domains/depots/queries.server.ts", ["app/domains/buses/queries.server.ts"]],
  ["app/domains/depots/depots.test.ts", ["tests/kit/visit.ts"]],
  ["app/domains/roles/roles.test.ts", ["tests/kit/visit.ts"]],
  ["tests/kit/visit.ts", []],
  ["tests/sweeps/every-route.test.ts", ["tests/kit/visit.ts"]],
]);
const testsOf = (file: string, sweeps = false) => testFinder(imports, sweeps)(file).map(({ test }) => test);

it("asks the tests that import a file, then its room's, then those of rooms that import it, and the sweeps if wanted", () => {
  expect(testsOf("app/kit/page/lists.ts")).toEqual([
    "app/kit/page/lists.test.ts",
    "app/domains/buses/buses.test.ts",
    "app/domains/buses/queries.test.ts",
  ]);
  expect(testsOf("app/domains/buses/queries.server.ts")).toEqual([
    "app/domains/buses/queries.test.ts",
    "app/domains/buses/buses.test.ts",
    "app/domains/depots/depots.test.ts",
  ]);
  expect(testsOf("app/domains/depots/queries.server.ts", true)).toEqual([
    "app/domains/depots/depots.test.ts",
    "tests/sweeps/every-route.test.ts",
  ]);
});
