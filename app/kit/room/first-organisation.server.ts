import { sql, type Transaction } from "kysely";
import { requireOrganisation } from "~/kit/data/access/organisation.server";
import { allows, type Viewer } from "~/kit/data/access/viewer";
import { createRecord, type RecordTable } from "~/kit/data/db/records.server";
import type { DB } from "~/kit/data/db/tables";
import { problem } from "~/kit/ground/problem";
import { lockTree } from "~/kit/page/trees/place.server";
import { organisationChoices } from "./organisation-choices.server";

/** As the room of organisations keeps them; in the kit, because rooms on which that one stands need it. */
const kept: RecordTable = { table: "organisation", key: "orgId", room: "organisations", noun: "机构", unique: {} };

/** Whether the viewer may make the first organisation, which belongs to none. */
export const mayMakeFirst = (viewer: Viewer): boolean =>
  allows(viewer, "organisation.write") && viewer.orgScope === "all";

/** The organisation of lines that an import makes: the one chosen, or the first of all, made by its name where there is none. Throws problem.field. */
export async function organisationOfNewLines(
  trx: Transaction<DB>,
  viewer: Viewer,
  { orgId, newOrgName }: { orgId?: string; newOrgName?: string },
): Promise<string | null> {
  if (orgId) {
    await requireOrganisation(trx, viewer, orgId);
    return orgId;
  }
  const isAsked = mayMakeFirst(viewer) && (await organisationChoices(viewer)).length === 0;
  if (!newOrgName && isAsked) throw problem.field("newOrgName", "请填写线路所属机构的名称");
  if (!newOrgName) return null;
  if (!mayMakeFirst(viewer)) throw problem.field("newOrgName", "您没有新建机构的权限，请联系管理员");
  await lockTree(trx, kept);
  const found = await sql`select from organisation where deleted_at is null limit 1`.execute(trx);
  if (found.rows.length > 0) throw problem.field("orgId", "已经有机构了，请刷新页面后选择");
  const made = await createRecord(trx, viewer, kept, {
    orgCode: "ZGS",
    orgName: newOrgName,
    orgType: headquarters,
    state: 1,
    sort: 1,
  });
  return made.orgId as string;
}

/** 总公司 among the types of organisations. */
const headquarters = 1;
