import { within } from "~/kit/data/access/scope.server";
import { problem } from "~/kit/ground/problem";
import type { Bulk } from "~/kit/room/bulk.server";
import { may } from "./policy";
import { deleteFences, fenceSource, fenceUses } from "./queries.server";
import { fenceRoom } from "./room";
import { FenceBulk, type FenceFilters, type FenceRow } from "./schema";
import { fenceTable } from "./table";

/** What may be done to many fences at once. */
export const fenceBulk: Bulk<FenceRow, typeof FenceFilters, typeof FenceBulk> = {
  room: fenceRoom,
  may,
  table: fenceTable,
  source: fenceSource,
  edit: FenceBulk,
  async check(viewer, { orgId }) {
    if (orgId && !within(viewer, orgId)) throw problem.field("orgId", "请从您的机构范围内选择所属机构");
  },
  refusal: ({ beginDate, endDate }: FenceRow) =>
    beginDate && endDate && beginDate > endDate ? "结束日期不能早于开始日期" : undefined,
  uses: fenceUses,
  remove: deleteFences,
};
