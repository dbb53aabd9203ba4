import { z } from "zod";
import {
  chosenNumber,
  code,
  date,
  keysToDelete,
  oneOf,
  recordKey,
  requiredText,
  text,
  version,
} from "~/kit/page/forms/rules";
import { changesOf } from "~/kit/page/http/changes";
import { Period, Periods } from "~/kit/room/periods";
import { idCardFault } from "./id-card";

export const sexes = [
  { value: 0, label: "未知" },
  { value: 1, label: "男" },
  { value: 2, label: "女" },
] as const;
export const personStates = [
  { value: 0, label: "在职" },
  { value: 10, label: "请假" },
  { value: 100, label: "离职" },
] as const;
export const licenseClasses = ["A1", "A2", "A3", "B1", "B2", "C1", "C2"] as const;
/** Of which a bus driver must hold one. */
export const busClasses: readonly string[] = ["A1", "A3"];
/** The post type of drivers. */
export const driverPost = 1;
/** A document is due when it runs out within so many days. */
export const dueDays = 30;
export const licenseDues = [
  { value: "due", label: `${dueDays} 天内到期` },
  { value: "expired", label: "已过期" },
] as const;

const jobNumber = code("工号", 32);
const chosen = (message: string) => z.string({ error: message }).regex(/^[0-9a-f]{32}$/, message);

const idCard = z
  .string()
  .trim()
  .normalize("NFKC")
  .toUpperCase()
  .superRefine((id, context) => {
    const fault = idCardFault(id, new Date().toISOString().slice(0, 10));
    if (fault) context.addIssue({ code: "custom", message: fault });
  });

const person = z.object({
  jobNumber,
  name: requiredText("姓名", 32),
  sex: oneOf(sexes),
  orgId: chosen("请选择所属机构"),
  postUuid: chosen("请选择岗位"),
  personState: oneOf(personStates),
  idCard: idCard.nullish(),
  birthday: date.nullish(),
  phone: z
    .string()
    .trim()
    .regex(/^1[3-9]\d{9}$/, "请输入 11 位手机号")
    .nullish(),
  licenseNo: text(32).nullish(),
  licenseClass: z.enum(licenseClasses, { error: "请从列表中选择" }).nullish(),
  licenseExpire: date.nullish(),
  qualificationNo: text(32).nullish(),
  qualificationExpire: date.nullish(),
  entryDate: date.nullish(),
  leaveDate: date.nullish(),
  icCard: text(32).nullish(),
  isValid: z.boolean(),
  remark: text(128).nullish(),
});

/** What a new person has where nothing is said; an update must not fill it in. */
const usual = { sex: person.shape.sex.default(0), personState: person.shape.personState.default(0) };

export const inOrder = ({ entryDate, leaveDate }: { entryDate?: string | null; leaveDate?: string | null }) =>
  !entryDate || !leaveDate || entryDate <= leaveDate;
export const orderError = { path: ["leaveDate"], message: "离职日期不能早于入职日期" };

const form = person.extend({ ...usual, isValid: z.boolean().default(false), version, reason: text(255).nullish() });
export const PersonForm = form.refine(inOrder, orderError);
/** For who may not see ID cards: the form has none, so that saving it leaves the stored one alone. */
export const PersonFormWithoutIdCard = form.omit({ idCard: true }).refine(inOrder, orderError);
export const PersonAdd = person
  .extend({ ...usual, isValid: person.shape.isValid.default(true), personUuid: recordKey.optional() })
  .refine(inOrder, orderError);
export const PersonUpdate = changesOf(person).extend({ personUuid: recordKey, version });
export const PersonBulk = changesOf(person.pick({ orgId: true, personState: true, isValid: true }));
export const PersonDelete = keysToDelete("personUuid", "人员");
export const PersonNumCheck = z.object({ jobNumber, personUuid: recordKey.optional() });
export const PersonKey = z.object({ personUuid: recordKey });
export type PersonValues = z.output<typeof PersonAdd>;

/** What a list may be narrowed by; keyword finds number, name, phone, pinyin and initials. */
export const PersonFilters = z.object({
  keyword: z.string().trim().max(64).optional(),
  jobNumber: z.string().trim().max(32).optional(),
  name: z.string().trim().max(32).optional(),
  orgId: z.string().max(32).optional(),
  postUuid: z.string().max(32).optional(),
  personState: chosenNumber,
  isValid: z.enum(["1", "0"]).optional(),
  licenseDue: z.enum(["due", "expired"], { error: "请从列表中选择" }).optional(),
});
export type PersonFilters = z.output<typeof PersonFilters>;

export const PersonRow = z.object({
  personUuid: z.string(),
  jobNumber: z.string(),
  name: z.string(),
  /** Initials of the name's pinyin. */
  spell: z.string(),
  sex: z.number(),
  orgId: z.string(),
  orgName: z.string(),
  postUuid: z.string(),
  postName: z.string(),
  personState: z.number(),
  /** Masked for who may not see it. */
  idCard: z.string().nullable(),
  birthday: z.string().nullable(),
  phone: z.string().nullable(),
  licenseNo: z.string().nullable(),
  licenseClass: z.string().nullable(),
  licenseExpire: z.string().nullable(),
  /** Days until the driving licence runs out; negative when it has. */
  licenseDays: z.number().nullable(),
  qualificationNo: z.string().nullable(),
  qualificationExpire: z.string().nullable(),
  entryDate: z.string().nullable(),
  leaveDate: z.string().nullable(),
  icCard: z.string().nullable(),
  isValid: z.boolean(),
  /** The address to show it from. */
  photo: z.string().nullable(),
  remark: z.string().nullable(),
  /** The name of today's main line. */
  mainLine: z.string().nullable(),
  version: z.number(),
  /** UTC, ISO 8601. */
  updatedAt: z.string(),
});
export type PersonRow = z.output<typeof PersonRow>;

const about = { version, reason: text(255).nullish() };

/** All lines of a person, as the page sends them. */
export const LinesForm = z.object({ lines: Periods.default([]), ...about });
/** One more line for a person, or with `lines` all of them. */
export const PersonLineAdd = z.union([
  z.object({ personUuid: recordKey, lines: Periods, version }),
  Period.extend({ personUuid: recordKey }),
]);
export const PersonLine = z.object({
  lineUuid: z.string(),
  lineName: z.string(),
  isMain: z.boolean(),
  beginDate: z.string(),
  endDate: z.string().nullable(),
  inForce: z.boolean(),
});
export type PersonLine = z.output<typeof PersonLine>;

export const mostPresets = 50;
const presets = z.array(recordKey).max(mostPresets, `最多 ${mostPresets} 辆车`);
/** The buses that a person usually works on. */
export const PresetsForm = z.object({ presets: presets.default([]), ...about });
export const PresetAdd = z.object({ personUuid: recordKey, busUuids: presets, version });
export const PresetBus = z.object({
  busUuid: z.string(),
  busSelfCode: z.string(),
  plateNum: z.string(),
  orgName: z.string(),
});
export type PresetBus = z.output<typeof PresetBus>;
