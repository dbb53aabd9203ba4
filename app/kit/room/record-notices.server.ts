import type { Viewer } from "~/kit/data/access/viewer";

/** What another room has to say on a record's page. */
export interface RecordNotice {
  text: string;
  href: string;
}

type Source = (viewer: Viewer, key: string) => Promise<RecordNotice[]>;

const sources = new Map<string, Source[]>();

/** Has a room speak on the pages of other rooms' records; `rooms` by their names. */
export function registerNotices(rooms: readonly string[], source: Source): void {
  for (const room of rooms) sources.set(room, [...(sources.get(room) ?? []), source]);
}

export async function noticesOf(viewer: Viewer, room: string, key: string): Promise<RecordNotice[]> {
  return (await Promise.all((sources.get(room) ?? []).map((source) => source(viewer, key)))).flat();
}
