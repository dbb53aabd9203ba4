import { defineJob } from "~/kit/data/jobs/job";
import { enqueue } from "~/kit/data/jobs/jobs.server";
import { log } from "~/kit/ground/log.server";
import { checkVoices } from "./check-voices.server";

const everyMinutes = 10;

export const checkVoicesJob = defineJob<object>("line-files.check", (_, signal) => checkVoices(signal), {
  title: "检查线路语音是否完整",
  retries: 0,
});

/** Looks through what has changed now and every ten minutes; answers what ends it. */
export async function startVoiceChecks(): Promise<() => void> {
  const ask = () =>
    enqueue(checkVoicesJob, {}).catch((error: unknown) =>
      log.warn({ err: error }, "voices could not be looked through"),
    );
  await ask();
  const timer = setInterval(() => void ask(), everyMinutes * 60_000);
  timer.unref();
  return () => clearInterval(timer);
}
