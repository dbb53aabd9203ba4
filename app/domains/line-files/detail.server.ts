import { sql } from "kysely";
import type { Viewer } from "~/kit/data/access/viewer";
import { db } from "~/kit/data/db/pool.server";
import { problem } from "~/kit/ground/problem";
import { listAllRows } from "~/kit/room/source.server";
import type { CompiledLine } from "~/transit/announcements/model";
import { changesBetween } from "./changes";
import { tellChanges } from "./changes-since.server";
import { fileSource, requireFile } from "./file-record.server";
import { listLinks, listNodes, listTexts } from "./list-nodes.server";
import { hearingsOf } from "./listening/hearings.server";
import { listPackages } from "./packages.server";
import type { FileRow } from "./schema";
import { changedParts, sourcesOf } from "./sources.server";
import { listStandings } from "./standing.server";
import { sourceParts, type Sources } from "./words";

/** A file with its nodes, playlists, texts and packages, and what has changed since it was generated. */
export async function findDetail(viewer: Viewer, fileUuid: string) {
  const file = await requireFile(viewer, fileUuid);
  const [nodes, playlists, texts, packages, hearings, changed] = await Promise.all([
    listNodes(viewer, { fileUuid }),
    listLinks(viewer, { fileUuid }),
    listTexts(viewer, { fileUuid }),
    listPackages(fileUuid),
    hearingsOf(fileUuid),
    changedSince(fileUuid),
  ]);
  return {
    ...file,
    outdated: changed.length > 0,
    changed: changed.map((part) => sourceParts[part]),
    changes: (await tellChanges(file, changed)).map(({ part, words }) => `${part}：${words.join("；")}`),
    nodes,
    playlists,
    texts,
    packages,
    hearings,
  };
}

/** Which of the things that a generated file was made from are different now. */
async function changedSince(fileUuid: string) {
  const [{ rows }, now] = await Promise.all([
    sql<{ sources: Sources | null }>`select sources from line_file where file_uuid = ${fileUuid}`.execute(db()),
    sourcesOf(fileUuid),
  ]);
  return changedParts(rows[0]?.sources ?? null, now);
}

export interface HistoryEntry extends FileRow {
  /** Against the file generated before it. */
  changes: string[];
}

/** What was generated for a line or one of its variants, newest first, each with what it changed; a draft comes first of its variant. */
export async function listHistory(
  viewer: Viewer,
  { lineUuid, classifySid }: { lineUuid?: string; classifySid?: string },
): Promise<HistoryEntry[]> {
  const rows = await listAllRows(fileSource, viewer, { lineUuid, classifySid });
  if (rows.length === 0 && (await listStandings(viewer, { lineUuid, classifySid })).length === 0)
    throw problem.missing(classifySid ? "线路分类" : "线路");
  const newest = rows.sort((a, b) => orderOf(b).localeCompare(orderOf(a)));
  return Promise.all(
    newest.map(async (row, at) => {
      const before = newest.slice(at + 1).find((one) => one.classifySid === row.classifySid && one.state > 0);
      return { ...row, changes: before && row.state > 0 ? await compareFiles(before.fileUuid, row.fileUuid) : [] };
    }),
  );
}

const orderOf = ({ state, generatedAt, createdAt, fileUuid }: FileRow) =>
  `${state === 0 ? `9${createdAt}` : (generatedAt ?? createdAt)} ${fileUuid}`;

/** What two generated files of the viewer's lines say differently, in words. */
async function compareFiles(before: string, after: string): Promise<string[]> {
  const { rows } = await sql<{ fileUuid: string; contents: CompiledLine }>`
    select file_uuid, contents from line_file where file_uuid = any(${[before, after]}) and contents is not null`.execute(
    db(),
  );
  const contents = new Map(rows.map((row) => [row.fileUuid, row.contents]));
  const [was, is] = [contents.get(before), contents.get(after)];
  return was && is ? changesBetween(was, is) : [];
}

export const listFiles = (viewer: Viewer, filters: Parameters<typeof fileSource.where>[0]) =>
  listAllRows(fileSource, viewer, filters);
