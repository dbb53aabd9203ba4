import type { Viewer } from "~/kit/data/access/viewer";
import type { Choice } from "~/kit/page/forms/field";
import { type Offer, offerOf, type Offers } from "./offers.server";
import { listServed } from "./registry";
import type { DeclaredRoom, ReferredTable } from "./room";
import type { ServedRoom } from "./served.server";

/** By room, the fields whose choices it lists: the same for every viewer and record. */
const listed = new WeakMap<DeclaredRoom, ReadonlySet<string>>();

/** What the fields of a room offer by a search: what it says itself, and for each other field that names a record of another room, unless it lists choices, that room's records within the viewer's organisations. Which of its own records another may stand under, the room says itself. */
export async function searchedOffers<Row extends object>(
  viewer: Viewer,
  { room, source, choices, offers = {} }: Pick<ServedRoom<Row>, "room" | "source" | "choices" | "offers">,
): Promise<Offers> {
  const related = Object.entries(room.fields).flatMap(([name, { kind, refers, choices: own, isOrganisation }]) => {
    if (kind !== "choice" || own || isOrganisation || name in offers) return [];
    const other = refers && "table" in refers && refers.table !== source.kept.table;
    const offer = other ? offerRelated(refers) : undefined;
    return offer ? [[name, offer] as const] : [];
  });
  if (related.length === 0) return offers;
  if (!listed.has(room)) listed.set(room, new Set(Object.keys((await choices?.(viewer, null)) ?? {})));
  return { ...Object.fromEntries(related.filter(([name]) => !listed.get(room)!.has(name))), ...offers };
}

function offerRelated({ table }: ReferredTable): Offer | undefined {
  const other = listServed().find(({ source }) => source.kept.table === table);
  if (!other) return undefined;
  const { room, source } = other;
  return offerOf(source, (row: Record<string, string>): Choice => {
    const called = new Set([room.nameOf(row), room.code ? row[room.code]! : ""]);
    return { value: row[room.key]!, label: [...called].filter(Boolean).join(" ") };
  });
}
