import { z } from "zod";
import { settings } from "~/kit/ground/settings.server";
import type { LngLat } from "~/transit/geo/lng-lat";
import { windLevel, type WeatherFigures } from "./warnings";
import { findCode } from "./weather-codes";

export type ServiceDay = WeatherFigures & { date: string };

const mostBytes = 256 * 1024;

/** Asks a service in the form of Open-Meteo for a week; throws where it is away, slow, elsewhere, too long or says anything else. */
export async function askService(address: string, [lng, lat]: LngLat, signal?: AbortSignal): Promise<ServiceDay[]> {
  const limit = AbortSignal.timeout(settings().WEATHER_SECONDS * 1000);
  const answer = await fetch(addressOf(address, lng, lat), {
    redirect: "error",
    headers: { accept: "application/json" },
    signal: signal ? AbortSignal.any([limit, signal]) : limit,
  });
  if (!answer.ok) {
    await answer.body?.cancel();
    throw new Error(`the weather service answered ${answer.status}`);
  }
  const { daily } = Answer.parse(JSON.parse(await readShort(answer)));
  const days = daily.time.flatMap((date, nth) => dayOf(daily, date, nth));
  if (days.length === 0) throw new Error("the weather service answered no whole day");
  return days;
}

const asked = [
  "weather_code",
  "temperature_2m_max",
  "temperature_2m_min",
  "wind_speed_10m_max",
  "wind_gusts_10m_max",
  "precipitation_sum",
  "snowfall_sum",
];

function addressOf(address: string, lng: number, lat: number): URL {
  const url = new URL(address);
  const query = {
    latitude: lat.toFixed(2),
    longitude: lng.toFixed(2),
    daily: asked.join(","),
    wind_speed_unit: "ms",
    timezone: settings().OPERATOR_TIME_ZONE,
    forecast_days: "7",
  };
  for (const [name, value] of Object.entries(query)) url.searchParams.set(name, value);
  return url;
}

async function readShort(answer: Response): Promise<string> {
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of (answer.body ?? []) as unknown as AsyncIterable<Uint8Array>) {
    size += chunk.length;
    if (size > mostBytes) throw new Error(`the weather service answered more than ${mostBytes} bytes`);
    chunks.push(chunk);
  }
  return Buffer.concat(chunks).toString("utf8");
}

const figures = (least: number, most: number) => z.array(z.number().min(least).max(most).nullable()).max(16);
const Answer = z.object({
  daily_units: z.object({ wind_speed_10m_max: z.literal("m/s").optional() }).optional(),
  daily: z.object({
    time: z.array(z.iso.date()).min(1).max(16),
    weather_code: z
      .array(
        z
          .int()
          .refine((code) => findCode(code) !== undefined, "unknown code")
          .nullable(),
      )
      .max(16),
    temperature_2m_max: figures(-90, 60),
    temperature_2m_min: figures(-90, 60),
    wind_speed_10m_max: figures(0, 120),
    wind_gusts_10m_max: figures(0, 150).optional(),
    precipitation_sum: figures(0, 2000).optional(),
    snowfall_sum: figures(0, 1000).optional(),
  }),
});

/** A day that lacks a figure is left out: services cut their last day short. */
function dayOf(daily: z.output<typeof Answer>["daily"], date: string, nth: number): ServiceDay[] {
  const [code, max, min, wind] = [
    daily.weather_code[nth],
    daily.temperature_2m_max[nth],
    daily.temperature_2m_min[nth],
    daily.wind_speed_10m_max[nth],
  ];
  if (code == null || max == null || min == null || wind == null) return [];
  const gusts = daily.wind_gusts_10m_max?.[nth];
  const day = {
    date,
    weatherCode: code,
    tempMin: Math.round(Math.min(min, max)),
    tempMax: Math.round(Math.max(min, max)),
    wind: windLevel(wind),
    precipitation: daily.precipitation_sum?.[nth] ?? undefined,
    snowfall: daily.snowfall_sum?.[nth] ?? undefined,
  };
  return [gusts == null ? day : { ...day, gusts: windLevel(gusts) }];
}
