import { sql } from "kysely";
import { holds } from "~/kit/data/search/found.server";
import type { TreeRecord } from "~/kit/page/trees/place.server";
import { defineRecords } from "~/kit/room/served.server";
import { organisationRoom, type OrganisationRow } from "./room";

export const organisationPlaces: TreeRecord = {
  table: "organisation",
  key: "orgId",
  parent: "orgPid",
  deepest: 8,
  noun: "机构",
};

export const organisationSource = defineRecords<OrganisationRow, { keyword?: string }>(organisationRoom, {
  table: "organisation",
  unique: {
    organisation_code_living: "orgCode",
    organisation_name_living: { path: "orgName", message: "同一上级下已有这个机构名称", within: "orgPid" },
  },
  filters: {
    keyword: (part) => holds(part, sql`organisation.org_code`, sql`organisation.org_name`, sql`organisation.leader`),
  },
  order: ["sort", "orgCode", "orgName"],
  scope: sql`organisation.org_id`,
});
