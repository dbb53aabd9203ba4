import { newKey } from "~/kit/ground/key";
import { noted } from "./job-log.server";
import { keepLogMonths } from "./months.server";

/** Looks after the months of the logs now and every six hours; answers what ends it. */
export async function startLogMonths(): Promise<() => void> {
  const keep = () =>
    noted({ job: "logs.keep-months", title: "整理日志月份", ref: newKey() }, async () => ({
      rows: (await keepLogMonths()).length,
    })).catch(() => undefined);
  await keep();
  const timer = setInterval(() => void keep(), 6 * 3_600_000);
  timer.unref();
  return () => clearInterval(timer);
}
