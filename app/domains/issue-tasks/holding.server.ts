import { sql } from "kysely";
import { inScope } from "~/kit/data/access/scope.server";
import type { HoldingTable } from "~/kit/room/holding-tables";
import { may } from "./policy";
import { detailUrl } from "./urls";

/** The bytes that go out to one vehicle. */
export const heldByDetails: HoldingTable = {
  table: "issue_detail",
  label: "下发任务",
  key: "detailUuid",
  title: (
    viewer,
  ) => sql`(select case when ${inScope(viewer, sql`t.org_id`)} then concat_ws(' ', t.task_name, bus.bus_self_code) end
    from issue_task t, bus where t.task_uuid = issue_detail.task_uuid and bus.bus_uuid = issue_detail.bus_uuid)`,
  read: may.read,
  href: ({ detailUuid }) => detailUrl({ detailUuid: detailUuid! }),
};
