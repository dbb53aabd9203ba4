import { describe, expect, it } from "vitest";
import { deprecated, findBehind, held, inProduction, lockedAt } from "./package-age";

describe("packages that run in the product", { timeout: 900_000 }, () => {
  it("are at most 60 days behind the newest release of their line, but for those listed with a reason", async ({
    skip,
  }) => {
    const at = lockedAt();
    const behind = await findBehind(at, 60);
    if (!behind) console.info("the registry of npm does not answer: the age of packages was not looked at");
    if (!behind) return skip();
    expect(Object.keys(behind).sort()).toEqual(Object.keys(held.behind).sort());
  });

  it("are not given up by their authors, but for those listed with a reason", () => {
    expect(deprecated().filter((one) => !(one in held.deprecated))).toEqual([]);
  });

  it("are there, where they are listed, and say why", () => {
    const listed = [...Object.keys(held.behind), ...Object.keys(held.deprecated)];
    expect(listed.filter((one) => !inProduction().has(one))).toEqual([]);
    for (const { since, security, why } of Object.values(held.behind)) {
      expect(since).toMatch(/^\d{4}-\d\d-\d\d$/);
      expect([security, why].every((words) => words.length > 10)).toBe(true);
    }
  });
});
