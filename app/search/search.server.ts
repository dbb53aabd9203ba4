import { sql } from "kysely";
import { lineSearch } from "~/domains/lines/queries.server";
import { may as lines } from "~/domains/lines/policy";
import { linesUrl } from "~/domains/lines/urls";
import { allows, type Viewer } from "~/kit/data/access/viewer";
import { db } from "~/kit/data/db/pool.server";
import type { Candidates } from "~/kit/room/first-found.server";
import { type Hit, defineSearch, defineRoomSearch, type SearchedRoom } from "~/kit/room/searched.server";
import { rooms as served } from "~/rooms";

const rooms: SearchedRoom[] = [
  defineSearch("线路", lines.read, { url: linesUrl, key: "lineUuid", nameOf: (line) => line.lineName }, lineSearch, {
    detail: (line) => [line.lineId, line.orgName].filter(Boolean).join(" "),
  }),
  ...served.flatMap(defineRoomSearch),
];

export interface FoundGroup {
  title: string;
  hits: Hit[];
  /** The room's list with all that the term finds; absent when these are all. */
  all?: string;
}

const shown = 5;

/** What a term finds in each room that the viewer may read, the first five of each; those with exactly this code stand in a group of their own before the others. */
export async function searchAll(viewer: Viewer, term: string): Promise<FoundGroup[]> {
  const asked = readable(viewer);
  if (asked.length === 0) return [];
  const { rows } = await sql<Candidates & { nth: number }>`${sql.join(
    asked.map(
      (room, nth) => sql`select ${sql.lit(nth)} as nth, one.* from (${room.candidates(viewer, term, shown + 1)}) one`,
    ),
    sql` union all `,
  )} order by nth`.execute(db());
  const found = await Promise.all(
    asked.map(async (room, nth) => ({ room, hits: await room.first(viewer, term, shown + 1, rows[nth]!) })),
  );
  const exact = found.flatMap(({ room, hits }) =>
    hits.filter((hit) => hit.exact).map((hit) => ({ ...hit, detail: `${room.title} ${hit.detail}` })),
  );
  const groups = found.map(({ room: { title, url }, hits }) => ({
    title,
    hits: hits.filter((hit) => !hit.exact).slice(0, shown),
    all: hits.length > shown ? `${url}?${new URLSearchParams({ keyword: term })}` : undefined,
  }));
  return [{ title: "编号一致", hits: exact }, ...groups].filter(({ hits }) => hits.length > 0);
}

export const searchedTitles = (viewer: Viewer) => readable(viewer).map(({ title }) => title);

const readable = (viewer: Viewer) => rooms.filter(({ permission }) => allows(viewer, permission));
