import { sql } from "kysely";
import { z } from "zod";
import { api, endpoint } from "~/kit/page/http/api.server";
import { date, text, whole } from "~/kit/page/forms/rules";
import { defineRecords, serve } from "~/kit/room/served.server";
import { listWeather } from "./queries.server";
import { type ForecastRow, forecastRoom, forecastTable } from "./room";

interface Filters {
  keyword?: string;
  from?: string;
  to?: string;
}

const Asked = z.object({ city: text(32).optional(), from: date.optional(), days: whole(1, 16).optional() });
const Day = z.object({
  date: z.string(),
  city: z.string(),
  weatherCode: z.number().describe("WMO 4677"),
  text: z.string(),
  icon: z.string(),
  tempMin: z.number().describe("℃"),
  tempMax: z.number().describe("℃"),
  wind: z.number().describe("风力等级，0 到 17"),
  warning: z.string().optional(),
});

export const forecasts = serve<ForecastRow>({
  room: forecastRoom,
  table: forecastTable,
  source: defineRecords<ForecastRow, Filters>(forecastRoom, {
    table: "forecast",
    unique: { forecast_day_living: { path: "weatherDate", message: "这一天已有天气预报" } },
    filters: {
      keyword: (words) =>
        sql`strpos(lower(concat_ws(' ', forecast.weather_date, forecast.warning, forecast.publisher)), ${words.toLowerCase()}) > 0`,
      from: (day) => sql`forecast.weather_date >= ${day}::date`,
      to: (day) => sql`forecast.weather_date <= ${day}::date`,
    },
    order: ["weatherDate", "tempMin", "tempMax", "wind", "updatedAt"],
  }),
  calls: () => [
    api("/api/weather/v1.0", {
      list: endpoint("signed-in", Asked, z.array(Day), (_viewer, asked) => listWeather(asked), { onlyReads: true }),
    }),
  ],
});
