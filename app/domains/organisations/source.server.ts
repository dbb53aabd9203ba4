import { sql } from "kysely";
import type { RecordTable } from "~/kit/data/db/records.server";
import type { Kept } from "~/kit/room/source.server";
import { likePattern } from "~/kit/data/search/search-keys";
import type { TreeRecord } from "~/kit/page/trees/place.server";
import { deepestLevel, type OrganisationFilters, type OrganisationRow } from "./schema";

export const organisationRecord: RecordTable = {
  table: "organisation",
  key: "orgId",
  room: "organisations",
  noun: "机构",
  unique: {
    organisation_code_living: { path: "orgCode", message: "机构编号已被使用" },
    organisation_name_living: { path: "orgName", message: "同一上级下已有这个机构名称" },
  },
};

export const organisationPlaces: TreeRecord = {
  table: "organisation",
  key: "orgId",
  parent: "orgPid",
  deepest: deepestLevel,
  noun: "机构",
};

export const organisationSource: Kept<OrganisationRow, OrganisationFilters> = {
  kept: organisationRecord,
  select: sql.raw(
    [
      "org_id",
      "org_pid",
      "org_code",
      "org_name",
      "org_type",
      "sort",
      "leader",
      "phone",
      "address",
      "lng",
      "lat",
      "state",
      "version",
    ]
      .map((name) => `organisation.${name}`)
      .join(", "),
  ),
  where: ({ keyword }) =>
    keyword
      ? [
          sql`lower(organisation.org_code || ' ' || organisation.org_name || ' ' || coalesce(organisation.leader, '')) like ${likePattern(keyword)}`,
        ]
      : [],
  order: { sort: sql`organisation.sort`, orgCode: sql`organisation.org_code`, orgName: sql`organisation.org_name` },
  scope: sql`organisation.org_id`,
};
