import { tables } from "~/domains/record-tables/schema";
import { z } from "zod";
import { mobile, recordKey } from "~/kit/page/forms/rules";
import { field, optional, withDefault } from "~/kit/room/fields";
import { periodsInWords } from "~/kit/room/periods";
import { defineRoom, permissions } from "~/kit/room/room";
import { pictureInWords } from "~/kit/room/words";
import { daysLeftLook, daysLeftText } from "~/kit/ground/time/days-left";
import { dueDays } from "./due-days";
import { idCard } from "./id-card";

const sexes = [
  { value: 0, label: "未知" },
  { value: 1, label: "男" },
  { value: 2, label: "女" },
] as const;
const personStates = [
  { value: 0, label: "在职" },
  { value: 10, label: "请假" },
  { value: 100, label: "离职" },
] as const;
const licenseClasses = ["A1", "A2", "A3", "B1", "B2", "C1", "C2"] as const;
/** Of which a bus driver must hold one. */
export const busClasses: readonly string[] = ["A1", "A3"];

const licenseClass = z.enum(licenseClasses, { error: "请从列表中选择" });

export const personRoom = defineRoom({
  name: "persons",
  noun: "人员",
  title: "人员管理",
  url: "/personnel/personnel-management",
  key: "personUuid",
  /** `idCard` shows ID cards unmasked; `assign` is for the lines and buses that a person works on. */
  may: { ...permissions("person"), idCard: "person.id-card", assign: "person.assign" },
  named: "name",
  code: "jobNumber",
  fields: {
    jobNumber: field.code("工号", 32, { hint: "不与其他人员重复" }),
    name: field.name("姓名", 32),
    sex: withDefault(field.choice("性别", sexes), 0),
    orgId: field.organisation(),
    postUuid: field.record("岗位", tables.post, { as: "postName", held: "人员" }),
    personState: withDefault(field.choice("状态", personStates), 0),
    idCard: optional(field.ruled("text", "身份证号", idCard, z.string(), { hint: "填写后自动得出出生日期和性别" })),
    birthday: optional(field.date("出生日期")),
    phone: optional(field.ruled("text", "手机", mobile, z.string())),
    licenseNo: field.text("驾驶证号", 32, { hint: "驾驶员岗位必填" }),
    licenseClass: optional(
      field.ruled("choice", "准驾车型", licenseClass, z.string(), {
        choices: licenseClasses.map((one) => ({ value: one, label: one })),
        hint: `公交驾驶员应为 ${busClasses.join(" 或 ")}`,
      }),
    ),
    licenseExpire: optional(field.date("驾驶证有效期至")),
    qualificationNo: field.text("从业资格证号", 32),
    qualificationExpire: optional(field.date("资格证有效期至")),
    entryDate: optional(field.date("入职日期")),
    leaveDate: optional(field.date("离职日期")),
    icCard: field.text("IC 卡号", 32),
    isValid: withDefault(
      field.ruled("check", "可被选用", z.boolean(), z.boolean(), { hint: "不勾选时在选择人员处不可选" }),
      true,
    ),
    remark: field.note("备注", 128),
  },
  /** `spell`: initials of the name's pinyin; `mainLine`: the name of today's; `licenseDays`: until the driving licence runs out. */
  more: {
    spell: z.string(),
    licenseDays: z.number().nullable(),
    photo: z.string().nullable(),
    mainLine: z.string().nullable(),
  },
  picture: "photo",
  words: {
    photo: { label: "照片", say: pictureInWords },
    lines: { label: "授权线路", say: periodsInWords },
    presets: "预设车辆",
  },
  refers: {
    lines: tables.line,
    presets: tables.bus,
  },
  bulk: ["orgId", "personState", "isValid"],
  checks: [leavingAfterEntry],
  recordPages: ["lines", "presets", "photo"],
  figuresOf: ({ mainLine, licenseDays }: { mainLine: string | null; licenseDays: number | null }) => [
    mainLine !== null && { label: "主线路", value: mainLine },
    licenseDays !== null && {
      label: "驾驶证",
      value: daysLeftText(licenseDays),
      look: daysLeftLook(licenseDays, dueDays),
    },
  ],
  nextStep: ({ personUuid }: { personUuid: string }) => ({
    label: "授权线路",
    href: `/personnel/personnel-management/${personUuid}/lines`,
    permission: "person.assign",
  }),
  tabs: {
    lines: { label: "授权线路", may: "person.assign" },
    presets: { label: "预设车辆", may: "person.assign" },
  },
});
export type PersonRow = typeof personRoom.row;
export type PersonValues = typeof personRoom.values;

export const PersonKey = z.object({ personUuid: recordKey });

function leavingAfterEntry(
  { entryDate, leaveDate }: { entryDate?: string | null; leaveDate?: string | null },
  context: z.core.$RefinementCtx,
) {
  if (entryDate && leaveDate && leaveDate < entryDate)
    context.addIssue({ code: "custom", path: ["leaveDate"], message: "离职日期不能早于入职日期" });
}
