import { periodsInWords } from "~/kit/room/periods";
import type { Room } from "~/kit/room/room";
import { fieldWords, pictureInWords } from "~/kit/room/words";
import { type PersonRow, personStates, sexes } from "./schema";

export const personWords = fieldWords({
  jobNumber: "工号",
  name: "姓名",
  sex: { label: "性别", choices: sexes },
  orgId: "所属机构",
  postUuid: "岗位",
  personState: { label: "状态", choices: personStates },
  idCard: "身份证号",
  birthday: "出生日期",
  phone: "手机",
  licenseNo: "驾驶证号",
  licenseClass: "准驾车型",
  licenseExpire: "驾驶证有效期至",
  qualificationNo: "从业资格证号",
  qualificationExpire: "资格证有效期至",
  entryDate: "入职日期",
  leaveDate: "离职日期",
  icCard: "IC 卡号",
  isValid: "可选用",
  photo: { label: "照片", say: pictureInWords },
  remark: "备注",
  lines: { label: "授权线路", say: periodsInWords },
  presets: "预设车辆",
});

export const personRoom: Room<PersonRow> = {
  noun: "人员",
  url: "/personnel/personnel-management",
  key: "personUuid",
  nameOf: (person) => person.name,
  words: personWords,
  picture: "photo",
  refers: {
    orgId: { table: "organisation", key: "org_id", title: "org_name" },
    postUuid: { table: "post", key: "post_uuid", title: "post_name" },
    lines: { table: "line", key: "line_uuid", title: "line_name" },
    presets: { table: "bus", key: "bus_uuid", title: "bus_self_code" },
  },
};
