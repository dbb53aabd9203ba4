import { defineJob, type Job } from "~/kit/data/jobs/job";
import { enqueue } from "~/kit/data/jobs/jobs.server";
import { log } from "~/kit/ground/log.server";
import { settings } from "~/kit/ground/settings.server";
import { refreshMinutes, refreshWeather } from "./last-answer.server";

export const weatherJob: Job<object> = defineJob("weather.fetch", (_, signal) => refreshWeather(signal), {
  title: "获取天气",
  retries: 0,
  seconds: 120,
});

/** Asks the weather service now and every half hour, where the settings name one; answers what ends it. */
export async function startWeather(): Promise<() => void> {
  const { WEATHER } = settings();
  if (WEATHER === "none" || WEATHER === "hand") return () => undefined;
  const ask = () =>
    enqueue(weatherJob, {}).catch((error: unknown) => log.warn({ err: error }, "the weather could not be asked for"));
  await ask();
  const timer = setInterval(() => void ask(), refreshMinutes * 60_000);
  timer.unref();
  return () => clearInterval(timer);
}
