import { sql } from "kysely";
import { filesWithFindings, filesWithOtherNames } from "~/domains/line-files/queries.server";
import type { Viewer } from "~/kit/data/access/viewer";
import { db } from "~/kit/data/db/pool.server";
import { filesAs, requireFiles, unheardFiles } from "./chosen-files.server";
import type { LeftOut } from "./rows";
import type { Targets } from "./schema";
import { judged, requireTargets } from "./targets.server";

export interface Preview {
  /** Vehicles that get something. */
  vehicles: number;
  files: { key: string; name: string; fileVersion: string; vehicles: number }[];
  reasons: { reason: string; count: number }[];
  leftOut: LeftOut[];
  /** Line files in which clips say other names than stops have now. */
  otherNames: { fileUuid: string; name: string; clips: number }[];
  /** Line files in which something was found worth a look when they were generated. */
  findings: { fileUuid: string; name: string; findings: number }[];
  /** Line files that somebody has to listen to first. */
  unheard: { fileUuid: string; name: string }[];
}

const mostShown = 200;

/** What a task of these files and targets would do; nothing is kept. */
export async function previewTask(
  viewer: Viewer,
  { taskType, files, targets }: { taskType: number; files: readonly string[]; targets: Targets },
): Promise<Preview> {
  const chosen = await requireFiles(db(), viewer, taskType, files);
  await requireTargets(db(), viewer, targets);
  const { rows } = await sql<{
    vehicles: number;
    byFile: Record<string, number> | null;
    reasons: Preview["reasons"] | null;
    leftOut: LeftOut[] | null;
  }>`
    with recursive ${judged(viewer, targets, filesAs(viewer, files))}
    select (select count(distinct bus_uuid)::int from judged where reason is null) as vehicles,
      (select jsonb_object_agg(key, n) from (select coalesce(file_uuid, multi_uuid) as key, count(*) as n from judged where reason is null group by 1) one) as by_file,
      (select jsonb_agg(jsonb_build_object('reason', reason, 'count', n) order by n desc, reason) from (select reason, count(*) as n from left_out group by 1) one) as reasons,
      (select jsonb_agg(jsonb_build_object('busUuid', bus_uuid, 'busSelfCode', bus_self_code, 'plateNum', plate_num, 'reason', reason) order by reason, bus_self_code)
        from (select * from left_out order by reason, bus_self_code limit ${mostShown}) one) as left_out`.execute(db());
  const { vehicles, byFile, reasons, leftOut } = rows[0]!;
  return {
    vehicles,
    files: chosen.map(({ key, name, fileVersion }) => ({ key, name, fileVersion, vehicles: byFile?.[key] ?? 0 })),
    reasons: reasons ?? [],
    leftOut: leftOut ?? [],
    otherNames: (await filesWithOtherNames(chosen.map(({ key }) => key))).map((one) => ({
      ...one,
      name: chosen.find(({ key }) => key === one.fileUuid)!.name,
    })),
    findings: (await filesWithFindings(chosen.map(({ key }) => key))).map((one) => ({
      ...one,
      name: chosen.find(({ key }) => key === one.fileUuid)!.name,
    })),
    unheard: (await unheardFiles(db(), chosen)).map(({ file: { key, name, fileVersion } }) => ({
      fileUuid: key,
      name: `${name} ${fileVersion}`,
    })),
  };
}
