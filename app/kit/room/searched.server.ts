import type { RawBuilder } from "kysely";
import type { Viewer } from "~/kit/data/access/viewer";
import { type FirstFound, firstFound } from "./first-found.server";
import { type Room, recordUrl } from "./room";
import type { ServedRoom } from "./served.server";
import { loadRows, type RecordSource } from "./source.server";

export interface SearchedRoom {
  title: string;
  /** Who may not read the room is not told of it. */
  permission: string;
  /** The list, which takes `?keyword=`. */
  url: string;
  /** The first that a term finds, as a query, so that all rooms are asked at once. */
  first(viewer: Viewer, term: string, most: number): RawBuilder<FirstFound>;
  load(viewer: Viewer, found: FirstFound): Promise<Hit[]>;
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
    first: (viewer, term, most) => firstFound(source, viewer, term, most),
    load: async (viewer, { keys, coded }) =>
      (await loadRows(source, viewer, keys)).map((row) => {
        const key = String(row[room.key]);
        return {
          key,
          name: room.nameOf(row),
          detail: detail(row),
          href: recordUrl(room, row),
          exact: coded.includes(key),
        };
      }),
  };
}

export const defineRoomSearch = <Row extends object>({ room, source, detail }: ServedRoom<Row>): SearchedRoom[] =>
  detail ? [defineSearch(room.noun, room.may.read, room, source, { detail })] : [];
