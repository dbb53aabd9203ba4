import { sql } from "kysely";
import type { Viewer } from "~/kit/data/access/viewer";
import { inTransaction } from "~/kit/data/db/pool.server";
import { type FieldError, problem } from "~/kit/ground/problem";
import { importOf } from "~/kit/page/import-flow/import-life.server";
import { refusalOf } from "~/kit/page/import-flow/import-states";
import { audioImports } from "./import-steps.server";
import type { AudioImport } from "./import-row";

export interface Correction {
  row: number;
  /** A station's number or name, or any other text that the clip says. */
  whom: string;
  isSkipped: boolean;
}

/** Takes what a person wrote beside the files: whom each is for, and which are left out; throws problem.fields. */
export async function correctRows(viewer: Viewer, importId: string, corrections: readonly Correction[]): Promise<void> {
  await inTransaction(async (trx) => {
    const { state, choices: given } = await importOf<AudioImport>(audioImports, viewer, importId, trx, true);
    if (state !== "preview") throw problem.field("", refusalOf(state));
    const known = await sql<{ row: number; whom: string }>`
      select one.row, coalesce(station.sta_self_code, one.text, '') as whom from audio_import_row one left join station using (sta_uuid)
      where import_id = ${importId} and row = any(${corrections.map(({ row }) => row)})`.execute(trx);
    const before = new Map(known.rows.map(({ row, whom }) => [row, whom]));
    const words = corrections.map(({ whom }) => whom);
    const stations = await sql<{ staUuid: string; staName: string; staSelfCode: string }>`
      select sta_uuid, sta_name, sta_self_code from station where deleted_at is null and (sta_name = any(${words}) or sta_self_code = any(${words}))`.execute(
      trx,
    );
    const errors: FieldError[] = [];
    for (const { row, whom, isSkipped } of corrections) {
      if (before.get(row) === whom) {
        await sql`update audio_import_row set is_skipped = ${isSkipped} where import_id = ${importId} and row = ${row} and outcome is null`.execute(
          trx,
        );
        continue;
      }
      const byCode = stations.rows.filter(({ staSelfCode }) => staSelfCode === whom);
      const fit = byCode.length > 0 ? byCode : stations.rows.filter(({ staName }) => staName === whom);
      if (fit.length > 1 && !isSkipped) {
        errors.push({
          path: `whom-${row}`,
          message: `有 ${fit.length} 个站叫“${whom}”，请写站点编号：${fit.map(({ staSelfCode }) => staSelfCode).join("、")}`,
        });
        continue;
      }
      const [station] = fit;
      const text = station?.staName ?? (whom.trim() || null);
      await sql`update audio_import_row set is_skipped = ${isSkipped}, sta_uuid = ${station?.staUuid ?? null}, text = ${text}, why = ${station ? "由人指定的站点" : "由人指定的文本"},
          replaces_uuid = (select audio_uuid from audio where deleted_at is null and source = 'spoken' and language = ${given.language}
            and ${station ? sql`sta_uuid = ${station.staUuid}` : sql`sta_uuid is null and text = ${text}`} order by updated_at desc limit 1)
        where import_id = ${importId} and row = ${row} and fault is null and outcome is null`.execute(trx);
    }
    if (errors.length > 0) throw problem.fields(errors);
  });
}
