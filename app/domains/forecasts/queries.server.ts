import { sql } from "kysely";
import { db } from "~/kit/data/db/pool.server";
import { settings } from "~/kit/ground/settings.server";
import { addDays } from "~/kit/ground/time/days";
import { today } from "~/kit/ground/time/today.server";
import { type FetchedForecast, lastAnswer, refreshMinutes } from "./last-answer.server";
import { findCode, type WeatherIcon } from "./weather-codes";
import { warningInWords, type WeatherFigures } from "./warnings";

export { startWeather } from "./weather.job.server";

export interface WeatherDay {
  date: string;
  city: string;
  weatherCode: number;
  text: string;
  icon: WeatherIcon;
  tempMin: number;
  tempMax: number;
  wind: number;
  warning?: string;
}

interface ForecastFilters {
  city?: string;
  from?: string;
  days?: number;
}

/** The days of a forecast, today and the next six where nothing else is asked. */
export async function listWeather(asked: ForecastFilters): Promise<WeatherDay[]> {
  return daysAsked(await known(), asked);
}

/** What the homepage shows: today and the next days; undefined where there is nothing to show. */
export async function weatherAhead(): Promise<{ days: WeatherDay[]; fetchedAt?: Date; late: boolean } | undefined> {
  const found = await known();
  const days = daysAsked(found, { days: 5 });
  const { fetchedAt } = found;
  if (days.length === 0 && !fetchedAt) return undefined;
  return { days, fetchedAt, late: fetchedAt !== undefined && age(fetchedAt) > 2 * refreshMinutes };
}

const age = (moment: Date) => (Date.now() - moment.getTime()) / 60_000;

type Figures = WeatherFigures & { date: string; warning?: string | null };

async function known(): Promise<{ days: readonly Figures[]; fetchedAt?: Date }> {
  const { WEATHER } = settings();
  if (WEATHER === "none") return { days: [] };
  if (WEATHER !== "hand") return (await lastAnswer()) ?? ({ days: [] } satisfies Partial<FetchedForecast>);
  const { rows } = await sql<Figures>`
    select weather_date as date, weather_code, temp_min, temp_max, wind, warning from forecast
    where deleted_at is null and weather_date >= ${today()}::date - 16 order by weather_date`.execute(db());
  return { days: rows };
}

function daysAsked({ days }: { days: readonly Figures[] }, asked: ForecastFilters): WeatherDay[] {
  const { WEATHER_CITY } = settings();
  const { city = WEATHER_CITY, from = today(), days: count = 7 } = asked;
  if (city !== WEATHER_CITY) return [];
  const last = addDays(from, count - 1);
  return days.filter(({ date }) => date >= from && date <= last).map((day) => toWeatherDay(day, city));
}

function toWeatherDay(day: Figures, city: string): WeatherDay {
  const { date, weatherCode, tempMin, tempMax, wind } = day;
  const code = findCode(weatherCode);
  const warning = warningInWords(day);
  const { label: text, icon } = code ?? { label: "未知", icon: "cloudy" };
  return { date, city, weatherCode, text, icon, tempMin, tempMax, wind, ...(warning && { warning }) };
}
