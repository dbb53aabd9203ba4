import type { z } from "zod";
import { sizeText } from "~/kit/data/files/size-text";
import type { Viewer } from "~/kit/data/access/viewer";
import { db } from "~/kit/data/db/pool.server";
import { problem } from "~/kit/ground/problem";
import { pageAsked } from "~/kit/page/tables/page-asked";
import { type ChosenFile, filesNamed, mostFiles, offeredFiles } from "../chosen-files.server";
import { type Draft, saveDraft } from "./drafts.server";
import type { FilesForm } from "./forms";

const size = 50;

/** A page of the files that a draft may take along, and those that it has taken from other pages. */
export async function loadFileChoices(viewer: Viewer, { task }: Draft, url: URL) {
  const keyword = (url.searchParams.get("keyword") ?? "").trim().slice(0, 64);
  const pageNum = pageAsked(url);
  const [{ files, total }, chosen] = await Promise.all([
    offeredFiles(db(), viewer, task.taskType, { keyword, page: pageNum, size }),
    filesNamed(db(), viewer, task.files ?? []),
  ]);
  const here = new Set(files.map(({ key }) => key));
  return {
    keyword,
    pageNum,
    total,
    pages: Math.ceil(total / size),
    offered: files.map(choiceOf),
    elsewhere: chosen.filter(({ key }) => !here.has(key)).map(choiceOf),
  };
}

/** Keeps what is ticked, on this page and on others; answers where to look next, or nothing when the step is done. */
export async function keepFileChoices(
  viewer: Viewer,
  draft: Draft,
  { files: ticked, shown, all, keyword, sought, toPage }: z.output<typeof FilesForm>,
): Promise<string | undefined> {
  const { taskType, files: before = [] } = draft.task;
  const found = all ? await offeredFiles(db(), viewer, taskType, { keyword: sought }) : { files: [], total: 0 };
  if (found.total > mostFiles)
    throw problem.field("all", `有 ${found.total} 个，一个任务最多 ${mostFiles} 个文件，请先查找得更具体`);
  const asked = [...before.filter((key) => !shown.includes(key)), ...ticked, ...found.files.map(({ key }) => key)];
  const files = (await filesNamed(db(), viewer, [...new Set(asked)])).map(({ key }) => key);
  if (files.length > mostFiles)
    throw problem.field("files", `选了 ${files.length} 个，一个任务最多 ${mostFiles} 个文件`);
  const isLooking = keyword !== sought || toPage !== undefined;
  if (!isLooking && files.length === 0) throw problem.field("files", "请选择要下发的文件");
  await saveDraft(draft, { files });
  if (!isLooking) return undefined;
  const page = keyword === sought ? toPage : 1;
  return `?${new URLSearchParams({ ...(keyword && { keyword }), ...(page && page > 1 && { page: String(page) }) })}`;
}

const choiceOf = ({ key, name, fileVersion, sizeBytes, modelNum }: ChosenFile) => ({
  value: key,
  label: [name, fileVersion, sizeBytes && sizeText(sizeBytes), modelNum && `仅 ${modelNum}`]
    .filter(Boolean)
    .join(" · "),
});
