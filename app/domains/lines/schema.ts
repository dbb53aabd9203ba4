import { z } from "zod";
import { chosenNumber, date, recordKey, yesOrNo } from "~/kit/page/forms/rules";
import { changesOf } from "~/kit/room/fields";
import { deviceNo, lineFields, lineRoom } from "./line-room";

export * from "./choices";
export { eachWay } from "./directions";
export { doubtfulBelow, isDoubtful } from "./match-sources";
export { DirectionFigures, LineRow } from "./line-row";
export { periodText } from "./period-text";
export { compareUrl, lineUrl, variantUrl } from "./urls";

export const { Form: LineForm, Add: LineAdd, Update: LineUpdate, Delete: LineDelete } = lineRoom;
const { lineName, state, orgId, category, ticketType, price, parkingUuid } = lineFields;
export const LineBulk = z.object(changesOf({ state, orgId, category, ticketType, price, parkingUuid }));
export type LineValues = typeof lineRoom.values;
export const LineNameCheck = z.object({ lineName: lineName.rule, lineUuid: recordKey.optional() });
export const DeviceNoCheck = z.object({ lineDeviceNo: deviceNo.rule, lineUuid: recordKey.optional() });

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

export const Location = z.object({
  lng: z.number(),
  lat: z.number(),
  /** In Chinese, from what is known nearby; "" where nothing is. */
  description: z.string(),
  road: z.string().nullable(),
  district: z.string().nullable(),
  stations: z.array(
    z.object({ staUuid: z.string(), staName: z.string(), staSelfCode: z.string(), distance: z.number() }),
  ),
});
export type Location = z.output<typeof Location>;
