import { describe, expect, it } from "vitest";
import {
  askReleases,
  deprecated,
  findBehind,
  findEarlier,
  held,
  inProduction,
  lockedAt,
  versionAt,
} from "./package-age";
import { askFaults, findOverdue, knownFaults } from "./package-faults";

describe("packages that run in the product", { timeout: 900_000 }, () => {
  it("are at most 60 days behind the newest release of their line, but for those listed with a reason", async ({
    skip,
  }) => {
    const behind = await findBehind(lockedAt(), 60).catch((error: Error) => error);
    if (behind instanceof Error)
      console.info(`the registry of npm does not answer (${behind.message}): the age of packages was not looked at`);
    if (behind instanceof Error) return skip();
    expect(Object.keys(behind).sort()).toEqual(Object.keys(held.behind).sort());
  });

  it("of our own list stay on an earlier line only where a reason is listed, which says what is known of the faults that later ones mend", async ({
    skip,
  }) => {
    const earlier = await findEarlier(lockedAt(), 60).catch((error: Error) => error);
    if (earlier instanceof Error)
      console.info(`the registry of npm does not answer (${earlier.message}): later lines were not looked at`);
    if (earlier instanceof Error) return skip();
    expect(earlier.sort()).toEqual(Object.keys(held.earlier).sort());
  });

  it("have none of the faults that are known here and mended in any line", async ({ skip }) => {
    const overdue = await findOverdue(knownFaults(), askReleases, new Date()).catch((error: Error) => error);
    if (overdue instanceof Error)
      console.info(`the registry of npm does not answer (${overdue.message}): known faults were not looked at`);
    if (overdue instanceof Error) return skip();
    expect(overdue).toEqual([]);
  });

  it("are not given up by their authors, but for those listed with a reason", () => {
    expect(deprecated().filter((one) => !(one in held.deprecated))).toEqual([]);
  });

  it("are there, where they are listed, and say why", () => {
    const listed = [...Object.keys(held.behind), ...Object.keys(held.deprecated)];
    expect(listed.filter((one) => !inProduction().has(one))).toEqual([]);
    for (const { since, security, why } of [...Object.values(held.behind), ...Object.values(held.earlier)]) {
      expect(since).toMatch(/^\d{4}-\d\d-\d\d$/);
      expect([security, why].every((words) => words.length > 10)).toBe(true);
    }
  });

  it("have no known fault for longer than the rules allow once it is mended", async ({ skip }) => {
    const faults = await askFaults();
    if (typeof faults !== "string") return expect(await findOverdue(faults, askReleases, new Date())).toEqual([]);
    console.info(`the registry of npm has no list of known faults (${faults}): npm audit was not asked`);
    skip();
  });

  it("are told to be overdue 3, 14 or 90 days after the release that mends them, and not without one", async () => {
    const place = "node_modules/semver";
    const version = versionAt(place)!;
    const releases = Object.entries({ [version]: "2026-01-01", "98.0.0": "2026-02-01", "99.0.0": "2026-03-01" }).map(
      ([one, date]) => ({ version: one, date: new Date(date) }),
    );
    const overdue = async (severity: string, range: string, now: string) => {
      const via = [{ title: "hangs", severity, range }];
      const faults = { semver: { nodes: [place], via }, other: { nodes: ["node_modules/none"], via: ["semver"] } };
      return (await findOverdue(faults, () => Promise.resolve(releases), new Date(now))).length;
    };
    for (const [severity, last, late] of [
      ["critical", "2026-03-03", "2026-03-05"],
      ["high", "2026-03-14", "2026-03-16"],
      ["moderate", "2026-05-29", "2026-05-31"],
    ] as const) {
      expect([severity, await overdue(severity, "<99", last), await overdue(severity, "<99", late)]).toEqual([
        severity,
        0,
        1,
      ]);
      expect(await overdue(severity, "<100", "2030-01-01")).toBe(0);
    }
    expect(await overdue("high", "<98", "2026-02-16")).toBe(1);
  });
});
