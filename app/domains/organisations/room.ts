import { plausiblePoint, wholePoint } from "~/kit/page/forms/rules";
import { field, optional, withDefault } from "~/kit/room/fields";
import { defineRoom, permissions } from "~/kit/room/room";
import { boxOf } from "~/transit/geo/lng-lat";

export const orgTypes = [
  { value: 1, label: "总公司" },
  { value: 2, label: "分公司" },
  { value: 3, label: "车队" },
  { value: 4, label: "调度站" },
  { value: 100, label: "调度中心" },
  { value: 200, label: "其他" },
] as const;
const orgStates = [
  { value: 1, label: "启用" },
  { value: 0, label: "停用" },
] as const;

export const organisationRoom = defineRoom({
  name: "organisations",
  noun: "机构",
  title: "机构管理",
  url: "/org/organization",
  key: "orgId",
  may: permissions("organisation"),
  named: "orgName",
  code: "orgCode",
  few: true,
  fields: {
    orgCode: field.code("机构编号", 20, { hint: "不与其他机构重复" }),
    orgName: field.name("机构名称", 64, { hint: "同一上级下不重复" }),
    orgPid: optional(
      field.record(
        "上级机构",
        { table: "organisation", key: "orgId", title: "orgName", code: "orgCode" },
        { hint: "改上级时，下级机构一起移动；最多 8 级" },
      ),
    ),
    // A call that says no type means another than most forms do.
    orgType: withDefault(field.choice("机构类型", orgTypes), 3),
    state: withDefault(field.choice("状态", orgStates), 1),
    sort: field.place(),
    leader: field.text("负责人", 32),
    phone: field.phone(),
    ...field.point(),
    address: field.text("地址", 255, { wide: true }),
  },
  bulk: ["orgPid", "orgType", "state"],
  checks: [wholePoint, plausiblePoint],
  recordPages: ["shift"],
});
export type OrganisationRow = typeof organisationRoom.row;
export type OrganisationValues = typeof organisationRoom.values & { orgId?: string };

export const placeBox = ({ lng, lat }: Pick<OrganisationRow, "lng" | "lat">) =>
  boxOf(lng === null || lat === null ? [] : [[lng, lat]]);
