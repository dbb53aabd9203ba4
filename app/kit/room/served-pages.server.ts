import type { z } from "zod";
import type { Viewer } from "~/kit/data/access/viewer";
import type { Choice } from "~/kit/page/forms/field";
import type { ViewerCall } from "~/kit/page/http/page.server";
import { listPage } from "~/kit/page/tables/list-loader.server";
import { loadPicks, loadFilterPicks } from "./offers.server";
import { loadDetailPage, loadFormPage } from "./pages.server";
import { fileNamesOf } from "./record-files.server";
import { noticesOf } from "./record-notices.server";
import { type Saving, saveAndRedirect } from "./save-form.server";
import type { Served } from "./served.server";
import { sheetOffer } from "./sheets/sheet-registry";
import { findRow, listRows } from "./source.server";

export async function roomList<Row extends object>(
  call: ViewerCall,
  { room, table, source, choices, offers }: Served<Row>,
) {
  const [list, given, picks] = await Promise.all([
    listPage(call, room.may, table, (viewer, state) => listRows(source, viewer, state as never)),
    choices?.(call.viewer, null) ?? {},
    loadFilterPicks(call.viewer, offers ?? {}, call.url),
  ]);
  const sheet = sheetOffer(call.viewer, room.url);
  return { ...list, choices: given as Record<string, readonly Choice[]>, picks, sheet };
}

export const roomRecord = <Row extends object, More extends object = object>(
  call: ViewerCall,
  { room, source }: Served<Row>,
  more?: (viewer: Viewer, record: Row) => Promise<More>,
) =>
  loadDetailPage(
    call,
    room,
    room.may,
    (viewer, key) => findRow(source, viewer, key),
    async (viewer, record) => {
      const [notices, others] = await Promise.all([
        noticesOf(viewer, room.name, String(record[room.key])),
        more?.(viewer, record),
      ]);
      return { notices, ...(others as More) };
    },
  );

export const roomForm = <Row extends object, More extends object = object>(
  call: ViewerCall,
  { room, source, choices, offers = {} }: Served<Row>,
  more?: (viewer: Viewer, record: Row | null) => Promise<More>,
) =>
  loadFormPage(
    call,
    room,
    (viewer, key) => findRow(source, viewer, key),
    async (viewer, record) => {
      const [given, picks, files, others] = await Promise.all([
        choices?.(viewer, record) ?? {},
        loadPicks(viewer, offers, record),
        fileNamesOf(viewer, room, record),
        more?.(viewer, record),
      ]);
      return { choices: given as Record<string, readonly Choice[]>, picks, files, ...(others as More) };
    },
  );

export const saveRoomForm = <Row extends object>(
  call: ViewerCall,
  { room, verbs, offers, pictured }: Served<Row>,
  schema: z.ZodObject = room.Form,
) =>
  saveAndRedirect(call, room, schema, {
    create: verbs.create as Saving<Row, z.ZodObject>["create"],
    update: verbs.update as Saving<Row, z.ZodObject>["update"],
    offers,
    pictured,
  });
