import type { z } from "zod";
import { allows, type Viewer } from "~/kit/data/access/viewer";
import type { Choice } from "~/kit/page/forms/field";
import type { ViewerCall } from "~/kit/page/http/page.server";
import { listPage } from "~/kit/page/tables/list-loader.server";
import { loadPicks, loadFilterPicks } from "./offers.server";
import { loadDetailPage, loadFormPage } from "./pages.server";
import { fileNamesOf } from "./record-files.server";
import { noticesOf } from "./record-notices.server";
import { restoredField } from "./restored-field.server";
import { searchedOffers } from "./related-offers.server";
import { type Saving, saveAndRedirect } from "./save-form.server";
import type { MayChange, ServedRoom } from "./served.server";
import { sheetOffer } from "./sheets/sheet-registry";
import { findRow, listRows } from "./source.server";

export async function roomList<Row extends object>(call: ViewerCall, served: ServedRoom<Row>) {
  const { room, table, source, choices } = served;
  const searched = Object.entries(await searchedOffers(call.viewer, served));
  const filtered = searched.filter(([field]) => table.filterFields.some(({ name }) => name === field));
  const [list, given, picks] = await Promise.all([
    listPage(call, room.may, table, (viewer, state) => listRows(source, viewer, state as never)),
    choices?.(call.viewer, null) ?? {},
    loadFilterPicks(call.viewer, Object.fromEntries(filtered), call.url),
  ]);
  const sheet = sheetOffer(call.viewer, room.url);
  return { ...list, choices: given as Record<string, readonly Choice[]>, picks, sheet };
}

/** Finds a record as a source shows it, for a page and the head above it in one reading. */
export const findAsked =
  <Row extends object>({ facts }: ViewerCall, source: ServedRoom<Row>["source"]) =>
  (viewer: Viewer, key: string) =>
    facts.readOnce(source, key, () => findRow(source, viewer, key));

/** Whether the viewer may change and delete a record; asked once for a page and the head above it. */
export async function mayChange<Row extends object>(
  { viewer, facts }: ViewerCall,
  { room, source, mayChange: ofRecord }: ServedRoom<Row>,
  record: Row,
): Promise<MayChange> {
  if (ofRecord)
    return facts.readOnce(source, `may change ${String(record[room.key])}`, async () => ofRecord(viewer, record));
  return { write: allows(viewer, room.may.write), remove: allows(viewer, room.may.remove) };
}

export const roomRecord = <Row extends object, More extends object = object>(
  call: ViewerCall,
  served: ServedRoom<Row>,
  more?: (viewer: Viewer, record: Row) => Promise<More>,
) =>
  loadDetailPage(call, served.room, served.room.may, findAsked(call, served.source), async (viewer, record) => {
    const [notices, may, others] = await Promise.all([
      noticesOf(viewer, served.room.name, String(record[served.room.key])),
      mayChange(call, served, record),
      more?.(viewer, record),
    ]);
    return { notices, may, ...(others as More) };
  });

export const roomForm = <Row extends object, More extends object = object>(
  call: ViewerCall,
  served: ServedRoom<Row>,
  more?: (viewer: Viewer, record: Row | null) => Promise<More>,
) => {
  const { room, choices } = served;
  return loadFormPage(call, room, findAsked(call, served.source), async (viewer, record) => {
    const [offers, restored] = await Promise.all([searchedOffers(viewer, served), restoredField(call, served, record)]);
    const shown = record && restored ? { ...record, [restored.name]: restored.value } : record;
    const [given, picks, files, others] = await Promise.all([
      choices?.(viewer, shown) ?? {},
      loadPicks(viewer, offers, shown),
      fileNamesOf(viewer, room, record),
      more?.(viewer, record),
    ]);
    return { choices: given as Record<string, readonly Choice[]>, picks, files, restored, ...(others as More) };
  });
};

export async function saveRoomForm<Row extends object>(
  call: ViewerCall,
  served: ServedRoom<Row>,
  schema: z.ZodObject = served.room.Form,
) {
  const { room, verbs, pictured } = served;
  return saveAndRedirect(call, room, schema, {
    create: verbs.create as Saving<Row, z.ZodObject>["create"],
    update: verbs.update as Saving<Row, z.ZodObject>["update"],
    offers: await searchedOffers(call.viewer, served),
    pictured,
  });
}
