import { sql } from "kysely";
import { db, inTransaction } from "~/kit/data/db/pool.server";
import { readParameters } from "~/kit/data/db/parameters.server";
import { settings } from "~/kit/ground/settings.server";
import { type LngLat, parseLngLat } from "~/transit/geo/lng-lat";
import { askService, type ServiceDay } from "./ask-service.server";

export interface FetchedForecast {
  days: ServiceDay[];
  fetchedAt: Date;
}

export const refreshMinutes = 30;

/** What the service of the settings answered last for the operator's centre, however long ago. */
export async function lastAnswer(): Promise<FetchedForecast | undefined> {
  const centre = await operatorCentre();
  if (!centre) return undefined;
  const found = await sql<FetchedForecast>`
    select days, fetched_at from weather_answer where service = ${serviceName(centre)}`.execute(db());
  return found.rows[0];
}

/** Asks the service and keeps its answer in the place of the last one; not again within 20 minutes, whoever asks. */
export async function refreshWeather(signal?: AbortSignal): Promise<void> {
  const { WEATHER } = settings();
  const centre = await operatorCentre();
  if (WEATHER === "none" || WEATHER === "hand" || !centre) return;
  const last = await lastAnswer();
  if (last && Date.now() - last.fetchedAt.getTime() < 20 * 60_000) return;
  const days = await askService(WEATHER, centre, signal);
  const service = serviceName(centre);
  await inTransaction(async (trx) => {
    await sql`delete from weather_answer where service <> ${service}`.execute(trx);
    await sql`
      insert into weather_answer (service, days) values (${service}, ${JSON.stringify(days)})
      on conflict (service) do update set days = excluded.days, fetched_at = now()`.execute(trx);
  });
}

async function operatorCentre(): Promise<LngLat | null> {
  const { D008, city_coord } = await readParameters(["D008", "city_coord"]);
  return parseLngLat(D008 || city_coord || "");
}

/** The address without its query, which may hold a key, and the place. */
function serviceName(centre: LngLat): string {
  const { origin, pathname } = new URL(settings().WEATHER);
  return `${origin}${pathname} ${centre.join(",")}`;
}
