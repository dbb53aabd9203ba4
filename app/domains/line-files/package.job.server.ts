import type { Viewer } from "~/kit/data/access/viewer";
import { type ActingViewer, fromActing, toActing } from "~/kit/data/jobs/acting-viewer";
import { defineJob } from "~/kit/data/jobs/job";
import { enqueue } from "~/kit/data/jobs/jobs.server";
import { attempt } from "~/kit/ground/problem";
import { generateFile } from "./generate.server";
import { requireFile } from "./file-record.server";
import { makePackages } from "./packages.server";

/** Makes the packages of a file before somebody asks for them; what is refused is said to who does. */
export const packFileJob = defineJob<{ fileUuid: string; viewer: ActingViewer }>(
  "line-files.package",
  async ({ fileUuid, viewer }) => {
    const done = await attempt(async () => makePackages(await requireFile(fromActing(viewer), fileUuid)));
    return { rows: done.ok ? 1 : 0 };
  },
  { title: "制作线路文件下载包", retries: 1 },
);

export async function generateAndPack(viewer: Viewer, asked: Parameters<typeof generateFile>[1], version?: number) {
  const made = await generateFile(viewer, asked, version);
  await enqueue(packFileJob, { fileUuid: made.fileUuid, viewer: toActing(viewer) });
  return made;
}
