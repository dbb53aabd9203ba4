import { page } from "~/kit/page/http/page.server";
import { exportPage } from "~/kit/page/tables/export.server";
import { streamRows } from "~/kit/room/source.server";
import { personRoom } from "../room";
import { personTable } from "../table";
import { personSource } from "../source.server";

/** Of its own for the ID cards, which some may see. */
export const loader = page(personRoom.may.read, (call) =>
  exportPage(call, personTable, (viewer, state) => streamRows(personSource(viewer), viewer, state), personRoom.noun),
);
