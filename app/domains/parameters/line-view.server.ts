import { type RawBuilder, sql } from "kysely";
import { readParameters } from "~/kit/data/db/parameters.server";
import { log } from "~/kit/ground/log.server";
import type { DirectionView } from "./schema";

export interface LineView extends DirectionView {
  /** S014: mileage is measured on the path (1) or as declared (2). */
  declaredMileage: boolean;
  /** D016: whether spacings between stations are shown. */
  showSpacing: boolean;
}

export async function readLineView(): Promise<LineView> {
  const values = await readParameters(["S013", "direction.reverse", "S014", "D016"]);
  const missing = values["direction.reverse"] === undefined;
  if (missing && !warned) log.warn("parameter direction.reverse is missing: the names of directions may be wrong");
  warned = missing;
  return {
    first: values["S013"] === "2" ? 2 : 1,
    reversed: values["direction.reverse"] === "1",
    declaredMileage: values["S014"] === "2",
    showSpacing: values["D016"] !== "0",
  };
}

let warned = false;

/** A stored direction as `directionName` says it, for what SQL alone reads; null where there is none. */
export const directionNameIn = (direction: RawBuilder<unknown>) =>
  sql<string | null>`case when ${direction} is not null then case when (${direction} = 2) =
    exists (select from parameter where param_name = 'direction.reverse' and param_value = '1' and deleted_at is null) then '上行' else '下行' end end`;
