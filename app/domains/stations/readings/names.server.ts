import { sql } from "kysely";
import type { Viewer } from "~/kit/data/access/viewer";
import { db, inTransaction, joinTransaction, plannedOnce } from "~/kit/data/db/pool.server";
import { problem } from "~/kit/ground/problem";
import { foundAnywhere } from "~/kit/data/search/found.server";
import type { ListPage, ListState } from "~/kit/page/tables/select-page.server";
import {
  type Doubt,
  doubtsIn,
  doubtfulCharacters,
  numberedReading,
  readingInWords,
  toned,
} from "~/transit/sound/name-readings";
import { updateStation } from "../opposites.server";
import type { NameFilters } from "./table";

/** A name of stations as it is read aloud: stations of one name and one written reading are one. */
export interface NameRow {
  staName: string;
  /** One of them. */
  staUuid: string;
  stations: number;
  reading: string;
  doubts: Doubt[];
  /** What is written at the stations. */
  pronunciation: string | null;
  /** Who found the program's reading right. */
  agreedBy: string | null;
}

interface FoundName extends Omit<NameRow, "reading" | "doubts"> {
  agreed: string | null;
}

/** Names of stations with how they are read: all, those of several readings that nobody has looked at, or those that somebody has. */
export async function listNames(
  _viewer: Viewer,
  { filters, page, size }: ListState<NameFilters>,
): Promise<ListPage<NameRow>> {
  const named = (await findNames(filters))
    .map(({ agreed, ...row }) => ({
      ...row,
      reading: toned(numberedReading(row.staName, row.pronunciation ?? agreed)),
      doubts: doubtsIn(row.staName),
    }))
    .filter(({ doubts }) => filters.which !== "several" || doubts.length > 0);
  return { rows: named.slice((page - 1) * size, page * size), total: named.length, more: false };
}

async function findNames({ keyword, which }: NameFilters): Promise<FoundName[]> {
  const isSettled = sql`(station.pronunciation is not null or r.name is not null)`;
  const asked = {
    several: sql`not ${isSettled} and station.sta_name ~ ${doubtfulCharacters.join("|")}`,
    settled: isSettled,
  };
  const { rows } = await sql<FoundName>`
    select station.sta_name, min(station.sta_uuid::text) as sta_uuid, count(*)::int as stations, station.pronunciation, r.reading as agreed, r.agreed_by_name as agreed_by
    from station left join name_reading r on r.name = station.sta_name
    where station.deleted_at is null and ${which ? asked[which] : sql`true`} ${keyword ? sql`and ${foundAnywhere("station", keyword, ["sta_name"])}` : sql``}
    group by station.sta_name, station.pronunciation, r.name, station.name_order order by station.name_order, station.sta_name`.execute(
    db(),
  );
  return rows;
}

/** How one station's name is read aloud, in numbered pinyin, and who says so where that is not the program. */
export async function readingOfStation(
  staUuid: string,
): Promise<{ staName: string; reading: string; settledBy?: string }> {
  const { rows } = await sql<{
    staName: string;
    pronunciation: string | null;
    agreed: string | null;
    agreedBy: string | null;
  }>`${plannedOnce}
    select sta_name, pronunciation, r.reading as agreed, r.agreed_by_name as agreed_by from station s left join name_reading r on r.name = s.sta_name
    where s.deleted_at is null and s.sta_uuid = ${staUuid}`.execute(db());
  const [found] = rows;
  if (!found) throw problem.missing("站点");
  const { staName, pronunciation, agreed, agreedBy } = found;
  const settledBy = pronunciation ? "按写的读音" : agreedBy ? `${agreedBy} 认定` : undefined;
  return { staName, reading: numberedReading(staName, pronunciation ?? agreed), ...(settledBy && { settledBy }) };
}

/** How words that name stations are read aloud, for people, by the stations' keys: a station's own reading is that of its own name, not of what a line calls it. */
export async function readingsOf(
  named: readonly { staUuid: string; words: string }[],
): Promise<Record<string, string>> {
  const { rows } = await sql<{ staUuid: string; staName: string; pronunciation: string | null }>`${plannedOnce}
    select sta_uuid, sta_name, coalesce(pronunciation, r.reading) as pronunciation from station s left join name_reading r on r.name = s.sta_name
    where s.sta_uuid = any(${named.map(({ staUuid }) => staUuid)})`.execute(db());
  const stations = new Map(rows.map((row) => [row.staUuid, row]));
  return Object.fromEntries(
    named.map(({ staUuid, words }) => {
      const station = stations.get(staUuid);
      return [staUuid, readingInWords(words, station?.staName === words ? station.pronunciation : null)];
    }),
  );
}

/** How a station's name is read aloud, for people: by whom, and what may be read otherwise where nobody has said. */
export async function readingWords({ staUuid, staName }: Pick<NameRow, "staUuid" | "staName">): Promise<string> {
  const { reading, settledBy } = await readingOfStation(staUuid);
  const doubts = doubtsIn(staName).map(({ characters, others }) => `“${characters}”也读 ${others.join("、")}`);
  const more = settledBy ?? doubts.join("；");
  return `${toned(reading)}${more && `（${more}）`}`;
}

/** What a person says of names: readings to be written at the stations of a name where another stood, names that are read right, and those of which that is taken back. */
export interface SaidOfNames {
  written: { staUuid: string; staName: string; stood: string | null; pronunciation: string | null }[];
  agreed: string[];
  doubted: string[];
}

/** Keeps it, all or none; answers how many stations were written. Throws problem.fields at the stations of names whose reading somebody else has changed meanwhile. */
export async function keepNames(viewer: Viewer, { written, agreed, doubted }: SaidOfNames): Promise<number> {
  return inTransaction((trx) =>
    joinTransaction(trx, async () => {
      let stations = 0;
      for (const { staUuid: path, staName, stood, pronunciation } of written) {
        const { rows } = await sql<{ staUuid: string }>`
          select sta_uuid from station where sta_name = ${staName} and deleted_at is null and pronunciation is not distinct from ${stood} order by sta_uuid`.execute(
          trx,
        );
        if (rows.length === 0) throw problem.fields([{ path, message: "别人刚刚改过它的读音，请看过再改" }]);
        for (const { staUuid } of rows) await updateStation(viewer, staUuid, { pronunciation });
        stations += rows.length;
      }
      const rows = agreed.map((name) => ({ name, reading: numberedReading(name) }));
      await sql`
        insert into name_reading (name, reading, agreed_by, agreed_by_name)
        select name, reading, ${viewer.userId}, ${viewer.userName} from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as given (name text, reading text)
        where exists (select from station where sta_name = given.name and deleted_at is null)
        on conflict (name) do nothing`.execute(trx);
      await sql`delete from name_reading where name = any(${doubted})`.execute(trx);
      return stations;
    }),
  );
}

/** The names of these stations, by their keys. */
export async function namesOf(staUuids: readonly string[]): Promise<Map<string, string>> {
  const { rows } = await sql<{ staUuid: string; staName: string }>`
    select sta_uuid, sta_name from station where sta_uuid = any(${[...staUuids]}) and deleted_at is null`.execute(db());
  return new Map(rows.map(({ staUuid, staName }) => [staUuid, staName]));
}
