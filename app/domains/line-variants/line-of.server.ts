import type { Transaction } from "kysely";
import { lockLine } from "~/domains/lines/queries.server";
import type { Viewer } from "~/kit/data/access/viewer";
import type { DB } from "~/kit/data/db/tables";
import { Problem, problem } from "~/kit/ground/problem";
import { lockRows } from "~/kit/room/source.server";
import type { VariantValues } from "./schema";
import { variantSource } from "./source.server";

/** Locks a variant's line, so that nobody else changes which of its variants is primary; throws `gone` where it is not there for the viewer. */
export async function holdLine(trx: Transaction<DB>, viewer: Viewer, mainUuid: string, gone: Problem): Promise<void> {
  try {
    await lockLine(trx, viewer, mainUuid);
  } catch (error) {
    throw error instanceof Problem && error.reason === "missing" ? gone : error;
  }
}

export type HeldVariant = VariantValues & { classifySid: string; version: number };

/** Living variants, locked after their lines, so that two people never wait for one another; throws problem.missing. */
export async function holdVariants(trx: Transaction<DB>, viewer: Viewer, keys: string[]): Promise<HeldVariant[]> {
  const lines = await trx
    .selectFrom("lineClassify")
    .select("mainUuid")
    .distinct()
    .where("classifySid", "in", keys)
    .orderBy("mainUuid")
    .execute();
  const missing = problem.missing(variantSource().kept.noun);
  for (const { mainUuid } of lines) await holdLine(trx, viewer, mainUuid, missing);
  return lockRows(trx, variantSource(), viewer, keys);
}
