import { defineJob } from "~/kit/data/jobs/job";
import { enqueue } from "~/kit/data/jobs/jobs.server";
import { repeat } from "~/kit/ground/time/repeat.server";
import { checkVoices } from "./check-voices.server";

const everyMinutes = 10;

export const checkVoicesJob = defineJob<object>("line-files.check", (_, signal) => checkVoices(signal), {
  title: "检查线路语音是否完整",
  retries: 0,
});

/** Looks through what has changed now and every ten minutes; answers what ends it. */
export function startVoiceChecks(): () => Promise<void> {
  return repeat(everyMinutes * 60_000, "voices could not be looked through", () => enqueue(checkVoicesJob, {})).end;
}
