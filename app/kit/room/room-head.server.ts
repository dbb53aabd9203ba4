import { allows, type Viewer } from "~/kit/data/access/viewer";
import type { ViewerCall } from "~/kit/page/http/page.server";
import type { HeadFigure, ObjectHead } from "~/kit/page/screens";
import { saysState } from "~/kit/page/tables/state-mark";
import { findRoom, listServed } from "./registry";
import { type DeclaredRoom, recordUrl, type Room } from "./room";
import type { MayChange } from "./served.server";
import { findAsked, mayChange } from "./served-pages.server";

/** What a head is made of. */
type HeadedRoom<Row extends object> = Room<Row> &
  Pick<DeclaredRoom<Row>, "may"> &
  Partial<Pick<DeclaredRoom<Row>, "tabs" | "noteOf" | "figuresOf" | "named" | "described" | "code" | "without">>;

/** The head of the record that an address names, from what its room declares; null for who may not read it, and where there is none. */
export function roomHead(call: ViewerCall): Promise<ObjectHead | null> {
  const served = findRoom(call.url.pathname) ?? findRoomOfTab(call.url.pathname);
  if (!served) return Promise.resolve(null);
  const { room, source } = served;
  return recordHead(call, room, findAsked(call, source), (record) => mayChange(call, served, record));
}

/** The room one of whose tabs lies in another menu, at this address. */
const findRoomOfTab = (pathname: string) =>
  listServed().find(({ room: { tabs = {} } }) =>
    Object.values(tabs).some((tab) => typeof tab !== "string" && tab.at && pathname.startsWith(`${tab.at}/`)),
  );

/** The same of a record that no served room keeps. */
export async function recordHead<Row extends object>(
  call: ViewerCall,
  room: HeadedRoom<Row>,
  find: (viewer: Viewer, key: string) => Promise<Row | undefined>,
  mayChange: (record: Row) => MayChange | Promise<MayChange>,
): Promise<ObjectHead | null> {
  const { viewer } = call;
  if (!allows(viewer, room.may.read)) return null;
  const record = await find(viewer, call.params[room.key] ?? "");
  return record ? headOf(viewer, room, record, await mayChange(record)) : null;
}

function headOf<Row extends object>(viewer: Viewer, room: HeadedRoom<Row>, record: Row, may: MayChange): ObjectHead {
  const url = recordUrl(room, record);
  const has = (page: "delete" | "history") => !room.without?.includes(page);
  const tabs = Object.entries(room.tabs ?? {}).filter(([, tab]) => typeof tab === "string" || allows(viewer, tab.may));
  return {
    noun: room.noun,
    name: room.nameOf(record),
    note: noteOf(room, record),
    states: statesOf(room, record),
    figures: figuresOf(viewer, room, record),
    tabs: [
      { href: url, label: "概况" },
      ...tabs.map(([page, tab]) =>
        typeof tab === "string"
          ? { href: `${url}/${page}`, label: tab }
          : { href: tab.at ? url.replace(room.url, tab.at) : `${url}/${page}`, label: tab.label },
      ),
      ...(has("history") ? [{ href: `${url}/history`, label: "修改历史" }] : []),
    ],
    actions: [
      ...(may.remove && has("delete") ? [{ href: `${url}/delete`, label: "删除" }] : []),
      ...(may.write ? [{ href: `${url}/edit`, label: "编辑", look: "primary" as const }] : []),
    ],
  };
}

/** What the room says beside the name; else the field that describes it, or its code. */
function noteOf<Row extends object>(room: HeadedRoom<Row>, record: Row): string | undefined {
  if (room.noteOf) return room.noteOf(record) || undefined;
  const name = room.described ?? room.code;
  const value = name && (record as Record<string, unknown>)[name];
  return name && value && ![room.named].flat().includes(name) ? room.words.show(name, value) : undefined;
}

function figuresOf<Row extends object>(viewer: Viewer, room: HeadedRoom<Row>, record: Row): HeadFigure[] {
  return (room.figuresOf?.(record) ?? []).flatMap((figure) => {
    if (!figure) return [];
    const { permission, href, ...said } = figure;
    return [permission && !allows(viewer, permission) ? said : { ...said, href }];
  });
}

/** Fields whose label says that they are states, in words. */
function statesOf<Row extends object>({ words }: HeadedRoom<Row>, record: Row): ObjectHead["states"] {
  const values = record as Record<string, unknown>;
  return Object.entries(words.labels)
    .filter(([name, label]) => saysState(label) && (values[name] ?? null) !== null)
    .map(([name, label]) => ({ label, words: words.show(name, values[name]) }));
}
