import type { z } from "zod";
import type { Viewer } from "~/kit/data/access/viewer";
import { sqlState } from "~/kit/data/db/failures";
import { recordChange } from "~/kit/data/db/history.server";
import { inTransaction } from "~/kit/data/db/pool.server";
import { removeContent } from "~/kit/data/files/files.server";
import { isAttachment } from "~/kit/data/attachments/attachments.server";
import { groupBy } from "~/kit/ground/group-by";
import { problem } from "~/kit/ground/problem";
import type { Use } from "~/kit/page/screens";
import type { ListPage, ListState } from "~/kit/page/tables/select-page.server";
import { type Holder, holdersOf } from "~/kit/room/file-holders.server";
import { listRows, streamRows } from "~/kit/room/source.server";
import { fileSource } from "./source.server";
import type { FileFilters, FileRow, ListedFile } from "./table";

type State = ListState<z.output<typeof FileFilters>>;

/** One page of the files that the viewer may know of, each with what holds it. */
export async function listFiles(viewer: Viewer, state: State): Promise<ListPage<ListedFile & { holders: Holder[] }>> {
  const found = await listRows(await fileSource(viewer), viewer, state);
  const holders = await holdersOf(
    viewer,
    found.rows.map(({ fileKey }) => fileKey),
  );
  return { ...found, rows: found.rows.map((row) => ({ ...row, holders: holders.get(row.fileKey) ?? [] })) };
}

/** The files of these keys in their order, those left out that are gone or that the viewer may not know of. */
export async function findFiles(viewer: Viewer, keys: readonly string[]): Promise<(FileRow & { holders: Holder[] })[]> {
  const state = { page: 1, size: keys.length, sort: [], filters: { keys } };
  const { rows } = await listFiles(viewer, state as State);
  const byKey = new Map(rows.map((row) => [row.fileKey, row]));
  return [...new Set(keys)].map((key) => byKey.get(key)).filter((row) => row !== undefined);
}

/** A file with whether its content may be seen: who may read attachments sees those, others only who may open what holds them. Throws problem.missing. */
export async function requireFile(viewer: Viewer, fileUuid: string) {
  const [file] = await findFiles(viewer, [fileUuid]);
  if (!file) throw problem.missing("附件");
  const mayOpen =
    viewer.isSuper ||
    file.createdBy === viewer.userId ||
    file.holders.some(({ title }) => title !== null) ||
    (await isAttachment(file.fileKey));
  return { ...file, mayOpen };
}

export async function removeFiles(viewer: Viewer, keys: readonly string[]): Promise<void> {
  const files = await findFiles(viewer, keys);
  if (files.length < new Set(keys).size) throw problem.missing("附件");
  const used = files.find(({ used }) => used);
  if (used) throw problem.used(`附件“${used.fileName}”正被${inWords(used.holders)}使用，请先处理`);
  await inTransaction(async (trx) => {
    for (const { fileKey, fileName, contentType, size, hash } of files) {
      await trx.deleteFrom("storedFile").where("fileKey", "=", fileKey).execute();
      const before = { fileName, contentType, size, hash };
      await recordChange(trx, viewer, { room: "attachments", key: fileKey, action: "delete", version: 1, before });
    }
  }).catch((error: unknown) => {
    throw sqlState(error) === "23503" ? problem.used("有附件刚刚被使用，没有删除任何附件，请刷新后再试") : error;
  });
  for (const { fileKey } of files) await removeContent(fileKey);
}

const inWords = (holders: readonly Holder[]): string => {
  const named = holders.find(({ title }) => title !== null);
  const first = named ? `${named.label}“${named.title}”` : `您无权查看的${holders[0]?.label ?? "记录"}`;
  return holders.length > 1 ? `${first}等 ${holders.length} 处` : first;
};

/** What stops these files from being deleted, for the page that asks. */
export function usesOfFiles(files: readonly { fileName: string; holders: readonly Holder[] }[]): Use[] {
  const held = files.flatMap(({ fileName, holders }) => holders.map((holder) => ({ fileName, ...holder })));
  return [...groupBy(held, ({ label }) => label)].map(([label, those]) => ({
    label,
    count: those.length,
    blocking: true,
    items: those
      .slice(0, 10)
      .map(({ fileName, title, href }) => ({ title: title === null ? fileName : `${fileName}：${title}`, href })),
  }));
}

export async function* streamFiles(viewer: Viewer, state: State): AsyncGenerator<FileRow[]> {
  yield* streamRows(await fileSource(viewer), viewer, state);
}
