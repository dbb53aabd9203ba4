import { sql, type Transaction } from "kysely";
import type { Viewer } from "~/kit/data/access/viewer";
import { inTransaction, newKey } from "~/kit/data/db/pool.server";
import type { DB } from "~/kit/data/db/tables";
import { drivenPath, nearestOn } from "~/transit/announcements/driven-path";
import type { LineInput, Node } from "~/transit/announcements/model";
import { remakeNodes } from "~/transit/announcements/remake-nodes";
import { requireFile } from "./file-record.server";
import { beginDraft } from "./file-verbs.server";
import { readLineInput } from "./line-input.server";
import { readNodes } from "./node-rows.server";
import type { FileRow } from "./schema";
import { changedParts, sourcesOf } from "./sources.server";
import type { Sources } from "./words";

/** A new draft of the same or another variant: nodes stay as they are where stations and path do; else what was set at a station's nodes goes with the station, what was added by hand goes where the way is the same. */
export const copyFile = async (viewer: Viewer, asked: CopyAsked): Promise<FileRow> =>
  requireFile(viewer, await copyDraft(viewer, asked));

interface CopyAsked {
  fileUuid: string;
  classifySid?: string;
}

export async function copyDraft(viewer: Viewer, { fileUuid, classifySid }: CopyAsked): Promise<string> {
  const file = await requireFile(viewer, fileUuid);
  const target = classifySid ?? file.classifySid;
  return inTransaction(async (trx) => {
    const values = { classifySid: target, versionUuid: file.versionUuid, remark: file.remark };
    return beginDraft(trx, viewer, values, async () => {
      const [nodes, line] = await Promise.all([readNodes(trx, fileUuid), readLineInput(trx, target)]);
      const kept = target === file.classifySid ? nodes : nodes.filter((node) => isOnWay(line, node));
      const known = new Map(kept.map((node) => [node.nodeUuid, node]));
      const { nodes: made } = remakeNodes(kept, line);
      const isSame = target === file.classifySid && (await isSameWay(trx, fileUuid));
      const stay = made.flatMap((node) => {
        const was = known.get(node.nodeUuid);
        return was ? [{ ...was, name: node.name }] : [];
      });
      return (isSame ? stay : made).map((node) => ({ ...node, nodeUuid: newKey() }));
    });
  });
}

/** Its nodes were made on the stations and path that are in force now. */
async function isSameWay(trx: Transaction<DB>, fileUuid: string): Promise<boolean> {
  const { rows } = await sql<{ sources: Sources | null }>`
    select sources from line_file where file_uuid = ${fileUuid}`.execute(trx);
  const made = rows[0]?.sources ?? null;
  const changed = changedParts(made, await sourcesOf(fileUuid, trx));
  return made !== null && !changed.includes("stations") && !changed.includes("path");
}

const farthest = 50;

function isOnWay(line: LineInput, { staUuid, direction, lng, lat, azimuth }: Node): boolean {
  if (staUuid !== undefined) return true;
  const way = line.directions.find((one) => one.direction === direction);
  return way !== undefined && nearestOn(drivenPath(way), [lng, lat], { azimuth }).offset <= farthest;
}
