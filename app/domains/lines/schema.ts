import { z } from "zod";
import {
  chosenNumber,
  date,
  keyOf,
  keysToDelete,
  lineText,
  oneOf,
  orEmpty,
  recordKey,
  requiredText,
  text,
  version,
  yesOrNo,
} from "~/kit/page/forms/rules";
import { changesOf } from "~/kit/page/http/changes";
import { lineCategories, lineStates, lineTypes, ticketTypes } from "./choices";

export * from "./choices";
export { eachWay } from "./directions";
export { doubtfulBelow, isDoubtful } from "./match-sources";
export { DirectionFigures, LineRow } from "./line-row";
export { periodText } from "./period-text";
export { compareUrl, lineUrl, variantUrl } from "./urls";

const oneOfText = (choices: readonly { value: string }[]) =>
  z.string().refine((value) => choices.some((choice) => choice.value === value), "请从列表中选择");
/** A departure of the service day: 24:30 is half past midnight of the next day. */
export const timeRule = z
  .string()
  .trim()
  .regex(/^(?:[0-3]?\d|4[0-7]):[0-5]\d$/, "请输入时间，例如 05:30；次日凌晨可写 24:30")
  .transform((value) => value.padStart(5, "0"));
export const mileageRule = z
  .number({ error: "请输入公里数，例如 12.5" })
  .min(0.1, "里程应为 0.1 到 300 公里")
  .max(300, "里程应为 0.1 到 300 公里");

const lineName = requiredText("线路名称", 64);
const lineDeviceNo = z
  .number({ error: "请输入 1 到 65535 的整数" })
  .int("请输入整数")
  .min(1, "线路设备编号应为 1 到 65535")
  .max(65535, "线路设备编号应为 1 到 65535");

/** The rules of a line's fields. */
const line = z.object({
  lineName,
  lineId: orEmpty(lineText(16)),
  lineDeviceNo: orEmpty(lineDeviceNo),
  lineType: oneOf(lineTypes),
  category: oneOfText(lineCategories),
  state: oneOf(lineStates),
  orgId: z.string({ error: "请选择所属机构" }).regex(/^[0-9a-f]{32}$/, "请选择所属机构"),
  upFirst: orEmpty(timeRule),
  upLast: orEmpty(timeRule),
  downFirst: orEmpty(timeRule),
  downLast: orEmpty(timeRule),
  upMileage: orEmpty(mileageRule),
  downMileage: orEmpty(mileageRule),
  departureInterval: orEmpty(lineText(64)),
  ticketType: orEmpty(oneOfText(ticketTypes)),
  price: orEmpty(lineText(64)),
  parkingUuid: orEmpty(keyOf("场站")).describe("首末场站的主键"),
  openDate: orEmpty(date),
  stopDate: orEmpty(date),
  remark: orEmpty(text(255)),
});

/** What a new line has where nothing is said; kept apart, because a default would also fill what an update leaves out. */
const usual = { category: line.shape.category.default("1"), state: line.shape.state.default(10) };

const inOrder = (value: { openDate?: string | null; stopDate?: string | null }) =>
  !value.openDate || !value.stopDate || value.openDate <= value.stopDate;
const orderError = { path: ["stopDate"], message: "停运日期不能早于开线日期" };

/** What the page's form sends: the fields, and the version it began from. */
export const LineForm = line.extend({ ...usual, version, reason: text(255).nullish() }).refine(inOrder, orderError);
export const LineAdd = line.extend({ ...usual, lineUuid: recordKey.optional() }).refine(inOrder, orderError);
export const LineUpdate = changesOf(line).extend({ lineUuid: recordKey, version });
export const LineBulk = changesOf(
  line.pick({ state: true, orgId: true, category: true, ticketType: true, price: true, parkingUuid: true }),
);
export const LineDelete = keysToDelete("lineUuid", "线路");
export const LineNameCheck = z.object({ lineName, lineUuid: recordKey.optional() });
export const DeviceNoCheck = z.object({ lineDeviceNo, lineUuid: recordKey.optional() });
export type LineValues = z.output<typeof line>;

/** A day; the network is shown as of it. Left out: today. */
export const asOf = date.optional();

export const LineFilters = z.object({
  /** Name, code, device number, pinyin or initials. */
  keyword: z.string().trim().max(64).optional(),
  lineName: z.string().trim().max(64).optional(),
  state: chosenNumber,
  lineType: chosenNumber,
  orgId: z.string().max(32).optional(),
  /** Drafts of any variant, and those handed in to be checked: with or without. */
  hasDraft: yesOrNo,
  waiting: yesOrNo,
  toReview: yesOrNo,
  asOf,
});
export type LineFilters = z.output<typeof LineFilters>;

export const LineKey = z.object({ lineUuid: recordKey, asOf });
export const LineOption = z.object({
  lineUuid: z.string(),
  lineId: z.string().nullable(),
  lineName: z.string(),
  lineType: z.number(),
  lineTypeName: z.string(),
});
export type LineOption = z.output<typeof LineOption>;
export const LineTreeNode = z.object({
  id: z.string(),
  pId: z.string().nullable(),
  name: z.string(),
  kind: z.enum(["org", "line", "direction"]),
  lineUuid: z.string().nullable(),
  direction: z.number().nullable(),
});
export type LineTreeNode = z.output<typeof LineTreeNode>;
