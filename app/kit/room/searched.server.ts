import type { RawBuilder } from "kysely";
import type { Viewer } from "~/kit/data/access/viewer";
import { type Candidates, candidatesOf, firstOf } from "./first-found.server";
import { type Room, recordUrl } from "./room";
import type { ServedRoom } from "./served.server";
import type { RecordSource } from "./source.server";

export interface SearchedRoom {
  title: string;
  /** Who may not read the room is not told of it. */
  permission: string;
  /** The list, which takes `?keyword=`. */
  url: string;
  /** What a term may find, as a query, so that all rooms are asked at once. */
  candidates(viewer: Viewer, term: string, most: number): RawBuilder<Candidates>;
  /** The first of them, those with exactly this code first. */
  first(viewer: Viewer, term: string, most: number, found: Candidates): Promise<Hit[]>;
}

export interface Hit {
  key: string;
  name: string;
  detail: string;
  href: string;
  /** The term is the record's own code. */
  exact: boolean;
}

/** Registers a room for the search over all rooms; `detail` says what tells two records of one name apart. */
export function defineSearch<Row extends object, F>(
  title: string,
  permission: string,
  room: Pick<Room<Row>, "url" | "key" | "nameOf">,
  source: RecordSource<Row, F>,
  { detail }: { detail: (row: Row) => string },
): SearchedRoom {
  return {
    title,
    permission,
    url: room.url,
    candidates: (viewer, term, most) => candidatesOf(source, viewer, term, most),
    first: async (viewer, term, most, candidates) =>
      (await firstOf(source, viewer, term, most, candidates)).map(({ row, exact }) => ({
        key: String(row[room.key]),
        name: room.nameOf(row),
        detail: detail(row),
        href: recordUrl(room, row),
        exact,
      })),
  };
}

export const defineRoomSearch = <Row extends object>({ room, source, detail }: ServedRoom<Row>): SearchedRoom[] =>
  detail ? [defineSearch(room.noun, room.may.read, room, source, { detail })] : [];
