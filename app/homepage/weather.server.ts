import { weatherAhead } from "~/domains/forecasts/queries.server";
import { sharedFigures } from "~/kit/data/figures/shared-figures.server";
import { settings } from "~/kit/ground/settings.server";
import { formatTime } from "~/kit/ground/time/format-time";
import { today } from "~/kit/ground/time/today.server";
import type { Ahead } from "./weather";

/** The weather as the homepage says it; undefined where there is none. */
export async function weatherOf(): Promise<Ahead | undefined> {
  const found = await forecast({ orgScope: "all" });
  if (!found) return undefined;
  const { days, fetchedAt, late } = found;
  return {
    days: days.map((day) => ({ ...day, name: nameOf(day.date) })),
    fetched: fetchedAt && {
      at: formatTime(fetchedAt, settings().OPERATOR_TIME_ZONE),
      ago: ageInWords(Date.now() - fetchedAt.getTime()),
    },
    late,
  };
}

const forecast = sharedFigures("forecast", weatherAhead);

function nameOf(date: string): string {
  const ahead = Math.round((Date.parse(date) - Date.parse(today())) / 86_400_000);
  if (ahead < 3) return ["今天", "明天", "后天"][ahead] ?? date;
  return `周${"日一二三四五六"[new Date(date).getUTCDay()]} ${Number(date.slice(8))}日`;
}

function ageInWords(ms: number): string {
  const minutes = Math.max(1, Math.round(ms / 60_000));
  if (minutes < 90) return `${minutes} 分钟`;
  const hours = Math.round(minutes / 60);
  return hours < 48 ? `${hours} 小时` : `${Math.round(hours / 24)} 天`;
}
