import { defineJob, type Job } from "~/kit/data/jobs/job";
import { enqueue } from "~/kit/data/jobs/jobs.server";
import { settings } from "~/kit/ground/settings.server";
import { repeat } from "~/kit/ground/time/repeat.server";
import { refreshMinutes, refreshWeather } from "./last-answer.server";

export const weatherJob: Job<object> = defineJob("weather.fetch", (_, signal) => refreshWeather(signal), {
  title: "获取天气",
  retries: 0,
  seconds: 120,
});

/** Asks the weather service now and every half hour, where the settings name one; answers what ends it. */
export function startWeather(): () => Promise<void> | void {
  const { WEATHER } = settings();
  if (WEATHER === "none" || WEATHER === "hand") return () => undefined;
  return repeat(refreshMinutes * 60_000, "the weather could not be asked for", () => enqueue(weatherJob, {})).end;
}
