import { tables } from "~/domains/record-tables/schema";
import { sortTypes, variantUrl } from "~/domains/lines/schema";
import type { Room } from "~/kit/room/room";
import { fieldWords } from "~/kit/room/words";
import type { VariantRow } from "./schema";

const variantWords = fieldWords({
  mainUuid: "所属线路",
  classifyName: "分类名称",
  sortType: { label: "主副分类", choices: sortTypes },
  remark: "备注",
  source: "来源",
});

export const variantRoom: Room<VariantRow> = {
  noun: "线路分类",
  url: "/line/line-classify",
  key: "classifySid",
  nameOf: (variant) => `${variant.lineName} ${variant.classifyName}`,
  words: variantWords,
  refers: { mainUuid: tables.line },
};

export const lineHref = (
  { mainUuid, classifySid, sortType }: Pick<VariantRow, "mainUuid" | "classifySid" | "sortType">,
  page?: string,
  query?: Record<string, string>,
) => variantUrl({ lineUuid: mainUuid, classifySid, sortType }, page, query);
