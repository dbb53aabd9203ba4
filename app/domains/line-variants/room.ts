import { z } from "zod";
import { DirectionFigures, sortTypes, variantUrl } from "~/domains/lines/schema";
import { keyOf } from "~/kit/page/forms/rules";
import { field, withDefault } from "~/kit/room/fields";
import { defineRoom } from "~/kit/room/room";
import { may } from "./policy";

const fields = {
  mainUuid: field.ruled("choice", "所属线路", keyOf("线路"), z.string(), {
    refers: { table: "line", key: "lineUuid", title: "lineName" },
  }),
  classifyName: field.name("分类名称", 32),
  sortType: withDefault(field.choice("主副分类", sortTypes), 2),
  remark: field.note("备注"),
};

const figures = {
  lineName: z.string(),
  lineType: z.number(),
  lineTypeName: z.string(),
  orgId: z.string(),
  orgName: z.string(),
  sortTypeName: z.string(),
  source: z.string().nullable(),
  /** null where nothing is in force on the day. */
  versionUuid: z.string().nullable(),
  validFrom: z.string().nullable(),
  validTo: z.string().nullable(),
  upStations: z.number(),
  downStations: z.number(),
  /** In the order and with the names that the operator wants. */
  directions: z.array(
    DirectionFigures.pick({
      direction: true,
      directionName: true,
      stationCount: true,
      mileage: true,
      pathMileage: true,
    }),
  ),
  matchState: z.string(),
  nextChange: z.string().nullable(),
  /** How many drafts there are, and whether one of them waits to be checked. */
  drafts: z.number(),
  waiting: z.boolean(),
};

const declared = defineRoom({
  ...{ name: "line-variants", noun: "线路分类", title: "线路分类", url: "/line/line-classify", key: "classifySid" },
  ...{ may, named: "classifyName", fields, more: figures, words: { source: "来源" } },
});
export type VariantRow = typeof declared.row;

export const variantRoom = {
  ...declared,
  nameOf: (variant: VariantRow) => `${variant.lineName} ${variant.classifyName}`,
};

export const lineHref = (
  { mainUuid, classifySid, sortType }: Pick<VariantRow, "mainUuid" | "classifySid" | "sortType">,
  page?: string,
  query?: Record<string, string>,
) => variantUrl({ lineUuid: mainUuid, classifySid, sortType }, page, query);
