import { dropOldSessions } from "./old-sessions.server";
import { forgetOldRates } from "~/kit/data/db/shared-rate.server";
import { newKey } from "~/kit/ground/key";
import { repeat } from "~/kit/ground/time/repeat.server";
import { noted } from "./job-log.server";
import { firstLoginMonth, keepLogMonths } from "./months.server";
import { forgetSlowStatements } from "./slow-statements.server";

/** Looks after the months of the logs, and the sessions that they tell of, now and every six hours; answers what ends it. */
export async function startLogMonths(): Promise<() => Promise<void>> {
  const months = repeat(6 * 3_600_000, "the months of the logs could not be kept", () =>
    noted({ job: "logs.keep-months", title: "整理日志月份", ref: newKey() }, async () => ({
      rows:
        (await keepLogMonths()).length +
        (await dropOldSessions(firstLoginMonth())) +
        (await forgetOldRates()) +
        (await forgetSlowStatements()),
    })),
  );
  await months.first;
  return months.end;
}
