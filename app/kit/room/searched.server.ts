import type { Viewer } from "~/kit/data/access/viewer";
import { findFirst } from "./first-found.server";
import { type Room, recordUrl } from "./room";
import type { ServedRoom } from "./served.server";
import type { RecordSource } from "./source.server";

export interface SearchedRoom {
  title: string;
  /** Who may not read the room is not told of it. */
  permission: string;
  /** The list, which takes `?keyword=`. */
  url: string;
  /** The first that a term finds, those with exactly this code first. */
  find(viewer: Viewer, term: string, most: number): Promise<Hit[]>;
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
    find: async (viewer, term, most) => {
      const found = await findFirst(source, viewer, term, most);
      return found.map(({ row, exact }) => ({
        key: String(row[room.key]),
        name: room.nameOf(row),
        detail: detail(row),
        href: recordUrl(room, row),
        exact,
      }));
    },
  };
}

export const defineRoomSearch = <Row extends object>({ room, source, detail }: ServedRoom<Row>): SearchedRoom[] =>
  detail ? [defineSearch(room.noun, room.may.read, room, source, { detail })] : [];
