import { boxOf } from "~/transit/geo/lng-lat";
import type { Room } from "~/kit/room/room";
import { fieldWords } from "~/kit/room/words";
import { orgStates, orgTypes, type OrganisationRow } from "./schema";

export const organisationWords = fieldWords({
  orgCode: "机构编号",
  orgName: "机构名称",
  orgPid: "上级机构",
  orgType: { label: "机构类型", choices: orgTypes },
  state: { label: "状态", choices: orgStates },
  sort: "排序",
  leader: "负责人",
  phone: "联系电话",
  lng: "经度",
  lat: "纬度",
  address: "地址",
});

export const organisationRoom: Room<OrganisationRow> = {
  noun: "机构",
  url: "/org/organization",
  key: "orgId",
  nameOf: (row) => row.orgName,
  words: organisationWords,
  refers: { orgPid: { table: "organisation", key: "orgId", title: "orgName" } },
};

/** What a map of an organisation's place shows; null where it has none. */
export const placeBox = ({ lng, lat }: Pick<OrganisationRow, "lng" | "lat">) =>
  boxOf(lng === null || lat === null ? [] : [[lng, lat]]);
