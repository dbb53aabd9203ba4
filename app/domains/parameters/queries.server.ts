import type { Transaction } from "kysely";
import type { Viewer } from "~/kit/data/access/viewer";
import { readParameters } from "~/kit/data/db/parameters.server";
import { db, inTransaction } from "~/kit/data/db/pool.server";
import { createRecord, deleteRecords, findRecord, updateRecord } from "~/kit/data/db/records.server";
import type { DB } from "~/kit/data/db/tables";
import { problem } from "~/kit/ground/problem";
import { loadRow } from "~/kit/room/verbs.server";
import type { ParameterRow, ParameterValues } from "./room";
import { seededParameter } from "./seed";
import { parameterSource } from "./source.server";
import { readValue } from "./values";
import { requireProduct } from "./selectors.server";

export { moduleChoices, modulesToChoose, productChoices, productsToChoose } from "./selectors.server";
export { directionNameIn, type LineView, readLineView } from "./line-view.server";
export { isSecondDirection, startDirectionOf } from "./start-direction.server";

export interface ParameterValue {
  spCode: string;
  spValue: string;
}

/** Operations parameters by spCode, and those of the system that the program reads by their name, in the order asked; what does not exist is left out. */
export async function parametersByCode(spCodes: readonly string[]): Promise<ParameterValue[]> {
  const known = spCodes.filter((name) => seededParameter("sys", name));
  const values = { ...(await readParameters(known, "sys")), ...(await readParameters(spCodes, "ops")) };
  return spCodes.flatMap((spCode) => (Object.hasOwn(values, spCode) ? [{ spCode, spValue: values[spCode]! }] : []));
}

export async function createParameter(viewer: Viewer, values: ParameterValues): Promise<ParameterRow> {
  const { paramId } = await inTransaction(async (trx) =>
    createRecord<{ paramId: string }>(trx, viewer, parameterSource.kept, await fitting(trx, undefined, values)),
  );
  return loadRow(parameterSource, viewer, paramId);
}

/** Changes the fields given; of a parameter that the program reads only its value, its place and the remark. */
export async function updateParameter(
  viewer: Viewer,
  paramId: string,
  changes: Partial<ParameterValues>,
  version?: number,
): Promise<ParameterRow> {
  await inTransaction((trx) => changeParameter(trx, viewer, paramId, changes, version));
  return loadRow(parameterSource, viewer, paramId);
}

export async function changeParameter(
  trx: Transaction<DB>,
  viewer: Viewer,
  paramId: string,
  changes: Partial<ParameterValues>,
  version?: number,
): Promise<void> {
  const before = await findRecord<ParameterRow>(trx, parameterSource.kept, paramId, true);
  if (!before) throw problem.missing("参数");
  await updateRecord(trx, viewer, parameterSource.kept, paramId, await fitting(trx, before, changes), version);
}

export async function deleteParameters(viewer: Viewer, keys: string[]): Promise<void> {
  const [seeded] = await seededOf(keys);
  if (seeded) throw problem.used(`参数 ${seeded.paramName}（${seeded.title}）由程序读取，不能删除，可以修改它的值`);
  await inTransaction((trx) => deleteRecords(trx, viewer, parameterSource.kept, keys));
}

async function seededOf(keys: string[]) {
  const found = await db()
    .selectFrom("parameter")
    .select(["scope", "paramName", "title"])
    .where("paramId", "in", keys)
    .execute();
  return found.filter((row) => isSeeded(row));
}

export async function isParamNameFree(
  _viewer: Viewer,
  { scope, paramName, paramId }: { scope?: "sys" | "ops"; paramName: string; paramId?: string },
): Promise<boolean> {
  const holders = await db()
    .selectFrom("parameter")
    .select(["paramId", "scope"])
    .where("paramName", "=", paramName)
    .where("deletedAt", "is", null)
    .execute();
  return !holders.some((holder) => holder.paramId !== paramId && (scope ?? holder.scope) === holder.scope);
}

export const isSeeded = ({ scope, paramName }: Pick<ParameterRow, "scope" | "paramName">) =>
  seededParameter(scope, paramName) !== undefined;

const fixed = {
  scope: "换范围",
  paramName: "改名",
  title: "改说明",
  paramType: "改类型",
  minimum: "改最小值",
  maximum: "改最大值",
} as const;

/** The values as they are kept, or the refusal at the field that does not fit. */
async function fitting(
  trx: Transaction<DB>,
  before: ParameterRow | undefined,
  values: Partial<ParameterValues>,
): Promise<Partial<ParameterValues>> {
  const given = Object.fromEntries(
    Object.entries(values).filter(([, value]) => value !== undefined),
  ) as Partial<ParameterValues>;
  const whole = { minimum: null, maximum: null, title: "", ...before, ...given } as ParameterRow;
  if (whole.paramType !== "number") Object.assign(whole, { minimum: null, maximum: null });
  if (before && isSeeded(before)) {
    const wrong = (Object.keys(fixed) as (keyof typeof fixed)[]).find((name) => whole[name] !== before[name]);
    if (wrong) throw problem.field(wrong, `这个参数由程序读取，不能${fixed[wrong]}`);
  }
  if ((whole.minimum ?? -Infinity) > (whole.maximum ?? Infinity))
    throw problem.field("maximum", "最大值不能小于最小值");
  const read = readValue(whole, whole.paramValue);
  if ("wrong" in read) throw problem.field("paramValue", read.wrong);
  if (given.productCode || given.mavenProject) await requireProduct(trx, whole);
  return { ...given, title: whole.title, minimum: whole.minimum, maximum: whole.maximum, paramValue: read.value };
}
