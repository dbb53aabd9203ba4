import type { Transaction } from "kysely";
import { lockLine } from "~/domains/lines/queries.server";
import type { Viewer } from "~/kit/data/access/viewer";
import type { DB } from "~/kit/data/db/tables";
import { Problem } from "~/kit/ground/problem";

/** Locks a variant's line, so that nobody else changes which of its variants is primary; throws `gone` where it is not there for the viewer. */
export async function holdLine(trx: Transaction<DB>, viewer: Viewer, mainUuid: string, gone: Problem): Promise<void> {
  try {
    await lockLine(trx, viewer, mainUuid);
  } catch (error) {
    throw error instanceof Problem && error.reason === "missing" ? gone : error;
  }
}
