import { sql } from "kysely";
import { inScope } from "~/kit/data/access/scope.server";
import type { Viewer } from "~/kit/data/access/viewer";
import { db } from "~/kit/data/db/pool.server";
import type { ShownFault } from "~/kit/page/screens/fault-list";
import type { Fault, Node } from "~/transit/announcements/model";
import { readNodes } from "./node-rows.server";
import type { FileRow } from "./schema";
import { stationVoiceUrl } from "./urls";

const mostFaults = 50;

export function showFaults(
  file: Pick<FileRow, "fileUuid">,
  nodes: readonly Pick<Node, "direction" | "serial" | "name">[],
  faults: readonly Fault[],
): ShownFault[] {
  return faults.slice(0, mostFaults).map(({ message, row }) => {
    const node = row === undefined ? undefined : nodes[row - 1];
    return node
      ? {
          message,
          node: `${node.direction === 1 ? "上行" : "下行"}第 ${node.serial} 个 ${node.name}`,
          href: stationVoiceUrl(file, node),
        }
      : { message };
  });
}

/** What the compiler found worth a look in generated files of lines that the viewer reaches, by file; none for those without. */
export async function findingsOf(viewer: Viewer, fileUuids: readonly string[]): Promise<Map<string, ShownFault[]>> {
  const { rows } = await sql<{ fileUuid: string; findings: Fault[] }>`
    select file_uuid, findings from line_file join line_classify using (classify_sid) join line on line.line_uuid = main_uuid
    where file_uuid = any(${[...fileUuids]}) and line_file.state > 0 and findings <> '[]' and ${inScope(viewer, sql`line.org_id`)}`.execute(
    db(),
  );
  return new Map(
    await Promise.all(
      rows.map(
        async ({ fileUuid, findings }) =>
          [fileUuid, showFaults({ fileUuid }, await readNodes(db(), fileUuid), findings)] as const,
      ),
    ),
  );
}

/** Of generated files in which the compiler found something worth a look, how much. */
export async function filesWithFindings(
  fileUuids: readonly string[],
): Promise<{ fileUuid: string; findings: number }[]> {
  const { rows } = await sql<{ fileUuid: string; findings: number }>`
    select file_uuid, jsonb_array_length(findings) as findings from line_file where file_uuid = any(${[...fileUuids]}) and findings <> '[]'`.execute(
    db(),
  );
  return rows;
}
