import { pastedFile } from "~/kit/data/files/pasted-file.server";
import { rm } from "node:fs/promises";
import { offerVariants } from "~/domains/line-variants/queries.server";
import { attempt, problem } from "~/kit/ground/problem";
import { again, alsoRefused, readForm, refused, refusedFile } from "~/kit/page/forms/read-form";
import { acceptUpload } from "~/kit/page/http/accept-upload.server";
import type { ViewerCall } from "~/kit/page/http/page.server";
import { redirectWith } from "~/kit/page/http/redirect.server";
import { answerSearch, loadPostedPicks } from "~/kit/room/offers.server";
import { importUrl } from "../urls";
import { StartForm } from "./choices";
import { startStationImport } from "./station-imports.server";

export const offers = { classifySid: offerVariants };

export async function startFromPost({ viewer, request }: ViewerCall) {
  const upload = await attempt(() => acceptUpload(viewer, request, { tellFaults: true, fileSize: 20 * 2 ** 20 }));
  if (!upload.ok) return again(refusedFile(upload.problem.message));
  try {
    const search = await answerSearch(viewer, offers, upload.value.form, StartForm);
    if (search) return search;
    const sent = await readForm(upload.value.form, StartForm);
    const picks = await loadPostedPicks(viewer, offers, upload.value.form);
    const [uploaded] = upload.value.files;
    if (uploaded?.fault) return again(alsoRefused(sent, problem.field("file", uploaded.fault)), { picks });
    if (sent.status !== "success") return again(sent, { picks });
    const { pasted, ...start } = sent.value;
    if (!uploaded && !pasted?.trim())
      return again(refused(sent, problem.field("file", "请选择文件，或在下面粘贴站点")), { picks });
    if (uploaded && pasted?.trim())
      return again(refused(sent, problem.field("pasted", "文件和粘贴的内容只能选一种，请清空这里或不选文件")), {
        picks,
      });
    const file = uploaded ?? (await pastedFile(pasted!));
    const started = await attempt(async () => {
      try {
        return await startStationImport(viewer, start, file, request.signal);
      } finally {
        await rm(file.path, { force: true });
      }
    });
    if (!started.ok)
      return again(
        refused(sent, {
          message: started.problem.message,
          errors: started.problem.errors.map((error) => ({
            ...error,
            path: uploaded || error.path !== "file" ? error.path : "pasted",
          })),
        }),
        { picks },
      );
    return await redirectWith(request, "已读取，请核对预览", importUrl({ kind: "stations", importId: started.value }));
  } finally {
    await upload.value.discard();
  }
}
