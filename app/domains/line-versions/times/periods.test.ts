import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { changesBetween, coveredOn, gapsOf, type Period, withEnd, withPutInForce, withWithdrawn } from "./periods";

const horizon = 40;
const days = Array.from({ length: horizon }, (_, at) => new Date(Date.UTC(2030, 0, 1 + at)).toISOString().slice(0, 10));
const dayAt = fc.integer({ min: 0, max: horizon - 1 });
const verb = fc.oneof(
  { weight: 4, arbitrary: fc.record({ kind: fc.constant("publish" as const), day: dayAt }) },
  fc.record({ kind: fc.constant("withdraw" as const), pick: fc.nat(), leaveGap: fc.boolean() }),
  fc.record({ kind: fc.constant("end" as const), pick: fc.nat(), day: dayAt }),
);

/** What holds on each day, said day by day: one verb rewrites the days of one run. */
function follow(model: (string | null)[], run: readonly number[], value: string | null) {
  return model.map((one, day) => (run.includes(day) ? value : one));
}

function runFrom(model: readonly (string | null)[], day: number): number[] {
  const stop = model.findIndex((one, at) => at > day && one !== model[day]);
  return days.map((_, at) => at).filter((at) => at >= day && (stop < 0 || at < stop));
}

describe("the periods of a variant's versions", () => {
  it("never overlap, and every day has what was last put in force for it, whatever is published, withdrawn and ended", () => {
    fc.assert(
      fc.property(fc.array(verb, { maxLength: 25 }), (verbs) => {
        let periods: Period[] = [];
        let model: (string | null)[] = days.map(() => null);
        verbs.forEach((one, at) => {
          const before = periods;
          const picked = "pick" in one ? periods[one.pick % Math.max(1, periods.length)]?.versionUuid : undefined;
          const own = model.indexOf(picked ?? "");
          if (one.kind === "publish") {
            periods = withPutInForce(periods, `v${at}`, days[one.day]!);
            model = follow(model, runFrom(model, one.day), `v${at}`);
          } else if (picked && one.kind === "withdraw") {
            periods = withWithdrawn(periods, picked, one.leaveGap);
            model = follow(model, runFrom(model, own), one.leaveGap ? null : (model[own - 1] ?? null));
          } else if (picked && one.kind === "end" && model[one.day] === picked && one.day > own) {
            periods = withEnd(periods, picked, days[one.day]!);
            model = follow(model, runFrom(model, one.day), null);
          }
          expect(days.map((day) => coveredOn(periods, day)?.versionUuid ?? null)).toEqual(model);
          noOverlap(periods);
          stored(before, periods);
        });
      }),
      { numRuns: 500 },
    );
  });

  it("bring back what was there when a version is put in force and withdrawn again", () => {
    fc.assert(
      fc.property(fc.array(dayAt, { minLength: 1, maxLength: 10 }), dayAt, (published, day) => {
        const before = published.reduce<Period[]>(
          (periods, at, place) => withPutInForce(periods, `v${place}`, days[at]!),
          [],
        );
        fc.pre(!before.some(({ from }) => from === days[day]) && coveredOn(before, days[day]!) !== undefined);
        expect(withWithdrawn(withPutInForce(before, "new", days[day]!), "new")).toEqual(before);
      }),
    );
  });

  it("name the days on which nothing runs", () => {
    const ended = withEnd(withPutInForce([], "a", "2030-01-01"), "a", "2030-02-01");
    expect(gapsOf(withPutInForce(ended, "b", "2030-03-01"))).toEqual([{ from: "2030-02-01", to: "2030-03-01" }]);
    expect(gapsOf(ended)).toEqual([]);
  });
});

function noOverlap(periods: readonly Period[]) {
  for (const one of periods) {
    expect(one.to === null || one.to > one.from).toBe(true);
    expect(days.filter((day) => periods.filter((other) => coveredOn([other], day)).length > 1)).toEqual([]);
  }
}

/** Storing the changes one by one, as the database sees them, gives the same without an overlap on the way. */
function stored(before: readonly Period[], after: readonly Period[]) {
  let kept = [...before];
  for (const change of changesBetween(before, after)) {
    kept = [
      ...kept.filter(({ versionUuid }) => versionUuid !== change.versionUuid),
      ...(change.after ? [change.after] : []),
    ];
    noOverlap(kept);
  }
  expect([...kept].sort((a, b) => a.from.localeCompare(b.from))).toEqual(after);
}
