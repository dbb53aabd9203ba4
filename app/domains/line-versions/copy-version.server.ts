import type { Transaction } from "kysely";
import type { Viewer } from "~/kit/data/access/viewer";
import type { DB } from "~/kit/data/db/tables";
import { readContent } from "./content.server";
import { saveInto } from "./drafts.server";
import { publishInto } from "./publish.server";
import type { VersionRow } from "./version-rows";

export async function copyVersion(
  trx: Transaction<DB>,
  viewer: Viewer,
  from: Pick<VersionRow, "versionUuid" | "params">,
  classifySid: string,
  validFrom?: string | null,
): Promise<void> {
  const content = await readContent(trx, from.versionUuid);
  const directions = content.flatMap(({ direction, rows, path }) =>
    rows.length > 0 || path ? [{ direction, stationList: rows, path: path ?? undefined }] : [],
  );
  await saveInto(trx, viewer, { classifySid, directions, params: from.params ?? undefined });
  if (validFrom) await publishInto(trx, viewer, { classifySid }, { validFrom });
}
