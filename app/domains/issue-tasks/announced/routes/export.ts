import { page } from "~/kit/page/http/page.server";
import { exportPage } from "~/kit/page/tables/export.server";
import { streamRows } from "~/kit/room/source.server";
import { may } from "../../policy";
import { announcedSource } from "../announced.server";
import { keepAnnounced } from "../keep-announced.server";
import { announcedTable } from "../table";

export const loader = page(may.read, async (call) => {
  await keepAnnounced();
  return exportPage(
    call,
    announcedTable,
    (viewer, state) => streamRows(announcedSource(), viewer, state),
    "车辆报什么",
  );
});
