import type { AuditedRoom } from "./audited.server";
import type { ServedRoom } from "./served.server";

/** Records that belong to an organisation: their table, key, the columns that name one, the list and who may open it. */
export interface Belonging {
  label: string;
  table: string;
  key: string;
  /** The name's column, then that of a code. */
  named: readonly string[];
  url: string;
  read: string;
}

let served: readonly ServedRoom[] = [];
let besides: readonly Belonging[] = [];
let audits: readonly AuditedRoom[] = [];

/** Called once by the list of rooms, before the first request; `beside` are records that belong to organisations and are in no served room, `audited` histories of such. */
export function registerRooms(
  rooms: readonly ServedRoom[],
  beside: readonly Belonging[] = [],
  audited: readonly AuditedRoom[] = [],
): void {
  served = rooms;
  besides = beside;
  audits = audited;
}

export const listServed = (): readonly ServedRoom[] => served;
export const listAuditedBeside = (): readonly AuditedRoom[] => audits;

/** The room whose pages lie at an address, or undefined; of two the one whose own address is longer. */
export function findRoom(pathname: string): ServedRoom | undefined {
  return served
    .filter(({ room: { url } }) => pathname === url || pathname.startsWith(`${url}/`))
    .sort((one, other) => other.room.url.length - one.room.url.length)[0];
}

export const findSource = (table: string) => served.find(({ source }) => source.kept.table === table)?.source;

/** The room that keeps its records in a table, by the table's name in the database. */
export const findServed = (table: string): ServedRoom | undefined =>
  served.find(({ source }) => source.kept.table.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`) === table);

export const listBelongings = (): readonly Belonging[] => [...besides, ...served.flatMap(belongingOf)];

function belongingOf({ room, source: { kept } }: ServedRoom): Belonging[] {
  if (room.fields.orgId?.isOrganisation !== true) return [];
  const [name] = [room.named].flat() as string[];
  const named = [name!, ...(room.code && room.code !== name ? [room.code] : [])];
  return [{ label: room.noun, table: kept.table, key: room.key, named, url: room.url, read: room.may.read }];
}
