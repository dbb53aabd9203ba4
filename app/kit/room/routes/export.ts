import { exportPage } from "~/kit/page/tables/export.server";
import { roomPage } from "../room-page.server";
import { streamRows } from "../source.server";

export const loader = roomPage("read", (call, { room, table, source }) =>
  exportPage(call, table, (viewer, state) => streamRows(source, viewer, state as never), room.noun),
);
