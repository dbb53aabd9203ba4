import { readLineView } from "~/domains/parameters/queries.server";
import type { Viewer } from "~/kit/data/access/viewer";
import { db, inTransaction } from "~/kit/data/db/pool.server";
import { createRecord, findRecord, type RecordTable, updateRecord } from "~/kit/data/db/records.server";
import { problem } from "~/kit/ground/problem";
import { today } from "~/kit/ground/time/today.server";
import { saveInto } from "../drafts.server";
import { lockLine, requireLine } from "~/domains/lines/queries.server";
import { editedVersion, inForce, shownOf, type Variant, type VersionRow } from "../version-rows";
import { requireVariant, variantsOf, versionsOf } from "../versions.server";
import { changedParams, noParams, paramNames, type RunningParams } from "./running-params";
import { type LineParams, type ParamValues, usualParams, type VariantParams } from "./schema";

const lineParamRecord: RecordTable = {
  table: "lineParam",
  key: "lineUuid",
  room: "line-params",
  noun: "线路参数",
  unique: {},
};

type StoredParams = RunningParams & { lineUuid: string; version: number };
type Key = { classifySid?: string; lineUuid?: string; versionUuid?: string; asOf?: string };

/** A line's own parameters and what takes effect with them; version 0 where none were ever set. */
export async function getLineParam(viewer: Viewer, { lineUuid }: { lineUuid: string }): Promise<LineParams> {
  const [{ lineName, lineType }, own, usual] = await Promise.all([
    requireLine(viewer, lineUuid),
    paramsOfLine(lineUuid),
    readUsual(),
  ]);
  const params = own ?? noParams;
  return {
    lineUuid,
    lineName,
    ...only(params),
    effective: inEffect(lineType, params, usual),
    version: own?.version ?? 0,
  };
}

/** Changes the fields given; null leaves one to the operator. `version` sent and out of date throws problem.stale. */
export async function saveLineParam(
  viewer: Viewer,
  lineUuid: string,
  changes: ParamValues,
  version?: number,
): Promise<LineParams> {
  await inTransaction(async (trx) => {
    const { lineType } = await lockLine(trx, viewer, lineUuid);
    refuseDirection(lineType, changes);
    const own = await findRecord<StoredParams & Record<string, unknown>>(trx, lineParamRecord, lineUuid);
    if (own) await updateRecord(trx, viewer, lineParamRecord, lineUuid, changes, version);
    else await createRecord(trx, viewer, lineParamRecord, { lineUuid, ...changes });
  });
  return getLineParam(viewer, { lineUuid });
}

export async function getVariantParam(viewer: Viewer, { asOf, versionUuid, ...key }: Key): Promise<VariantParams> {
  const variant = await requireVariant(viewer, key);
  const [versions, above] = await Promise.all([versionsOf(variant.classifySid, asOf), stepsAbove(variant.lineUuid)]);
  return variantParams(variant, editedVersion(versions, versionUuid).current, above);
}

export async function variantParamsOfLine(
  viewer: Viewer,
  { mainUuid, asOf }: { mainUuid: string; asOf?: string },
): Promise<VariantParams[]> {
  await requireLine(viewer, mainUuid);
  const [variants, above] = await Promise.all([variantsOf(viewer, mainUuid), stepsAbove(mainUuid)]);
  return Promise.all(
    variants.map(async (variant) =>
      variantParams(variant, inForce(await versionsOf(variant.classifySid, asOf)), above),
    ),
  );
}

/** Of every variant of a line each version that is not over on the day; one row without a version for a variant that has none. */
export async function plannedParams(viewer: Viewer, lineUuid: string, asOf?: string): Promise<VariantParams[]> {
  const [variants, above] = await Promise.all([variantsOf(viewer, lineUuid), stepsAbove(lineUuid)]);
  const rows = await Promise.all(
    variants.map(async (variant) => {
      const versions = (await versionsOf(variant.classifySid, asOf)).filter(({ standing }) => standing !== "past");
      const inTime = versions.toSorted((a, b) =>
        (a.validFrom ?? a.plannedFor ?? "9999").localeCompare(b.validFrom ?? b.plannedFor ?? "9999"),
      );
      return (inTime.length > 0 ? inTime : [undefined]).map((version) => variantParams(variant, version, above));
    }),
  );
  return rows.flat();
}

/** Changes the fields given in the draft of a variant, which is opened where there is none; unchanged values open none. */
export async function saveVariantParam(
  viewer: Viewer,
  { version, reason, ...sent }: Key & ParamValues & { version?: number; reason?: string },
): Promise<VariantParams> {
  const { classifySid, lineUuid, versionUuid, asOf: _asOf, ...changes } = sent;
  const saved = await inTransaction(async (trx) => {
    const variant = await requireVariant(viewer, { classifySid, lineUuid }, trx, true);
    refuseDirection(variant.lineType, changes);
    const { current } = editedVersion(await versionsOf(variant.classifySid, today(), trx), versionUuid);
    const began = version === undefined || version === (current?.version ?? 0);
    if (
      began &&
      JSON.stringify(changedParams(current?.params ?? null, changes)) ===
        JSON.stringify(changedParams(current?.params ?? null))
    )
      return { variant, versionUuid: current?.versionUuid };
    return saveInto(trx, viewer, {
      classifySid: variant.classifySid,
      versionUuid,
      version,
      reason,
      directions: [],
      params: changes,
    });
  });
  return getVariantParam(viewer, { classifySid: saved.variant.classifySid, versionUuid: saved.versionUuid });
}

/** What decides where a version leaves something open: its line, then the operator. */
async function stepsAbove(lineUuid: string): Promise<RunningParams[]> {
  const [ofLine, usual] = await Promise.all([paramsOfLine(lineUuid), readUsual()]);
  return [ofLine ?? noParams, usual];
}

function variantParams(
  variant: Variant,
  version: VersionRow | undefined,
  above: readonly RunningParams[],
): VariantParams {
  const { lineUuid, lineName, lineType, classifySid, classifyName, sortType } = variant;
  const own = version?.params ?? noParams;
  return {
    lineUuid,
    lineName,
    lineType,
    classifySid,
    classifyName,
    sortType,
    ...shownOf(version),
    ...only(own),
    effective: inEffect(lineType, own, ...above),
  };
}

/** The first that says something decides; a circular line always begins in its one direction. */
export function inEffect(lineType: number, ...steps: RunningParams[]): RunningParams {
  const decided = Object.fromEntries(
    paramNames.map((name) => [name, steps.find((step) => step[name] !== null)?.[name] ?? null]),
  ) as unknown as RunningParams;
  return lineType === 2 ? { ...decided, startDirection: 1 } : decided;
}

export async function readUsual(): Promise<RunningParams> {
  const { first } = await readLineView();
  return { ...noParams, ...usualParams, startDirection: first };
}

const paramsOfLine = (lineUuid: string) =>
  findRecord<StoredParams & Record<string, unknown>>(db(), lineParamRecord, lineUuid);

function refuseDirection(lineType: number, { startDirection }: ParamValues): void {
  if (lineType === 2 && startDirection === 2)
    throw problem.field("startDirection", "环行线路只有一个方向，请填 1 或留空");
}

const only = (params: RunningParams): RunningParams =>
  Object.fromEntries(paramNames.map((name) => [name, params[name]])) as unknown as RunningParams;
