import { useActionData, useLoaderData } from "@remix-run/react";
import { page } from "~/kit/page/http/page.server";
import { again, readForm, refused } from "~/kit/page/forms/read-form";
import { attempt } from "~/kit/ground/problem";
import { redirectWith } from "~/kit/page/http/redirect.server";
import { ImportProgress } from "~/kit/page/import-flow/import-progress";
import { isBusy } from "~/kit/page/import-flow/import-states";
import { refuseConfirmation } from "~/kit/page/import-flow/refuse-confirmation.server";
import { screen } from "~/kit/page/screens";
import { FileEnd } from "../files/file-end";
import { confirmFile, findFileImport } from "../files/file-imports.server";
import { loadFile, type ShownFile } from "../files/load-file.server";
import { FilePreviewScreen } from "../files/preview-screen";
import { ConfirmForm } from "../files/schema";
import { may } from "../policy";
import { importUrl, lineImportsUrl } from "../urls";

export const handle = screen({
  title: ({ row }: ShownFile) => `导入 ${row.fileName}`,
  refresh: ({ row }: ShownFile) => (isBusy(row.state) ? 2 : undefined),
});

export const loader = page(may.read, ({ viewer, params }) => loadFile(viewer, params.importId!));

export const action = page(may.write, async ({ viewer, request, params }) => {
  const sent = await readForm(request, ConfirmForm);
  if (sent.status !== "success") return again(sent);
  const url = `${lineImportsUrl}/${params.importId}`;
  const done = await attempt(() => confirmFile(viewer, params.importId!, sent.value));
  if (!done.ok)
    return refuseConfirmation(request, {
      problem: done.problem,
      now: await findFileImport(viewer, params.importId!),
      url,
      beside: () => again(refused(sent, done.problem)),
    });
  return redirectWith(request, done.value ? "已确认，正在导入" : "之前已经确认过，没有重复导入", url);
});

export default function LineFile() {
  const shown = useLoaderData<typeof loader>();
  const { row } = shown;
  const answer = useActionData<typeof action>();
  if (isBusy(row.state)) return <ImportProgress row={row} url={importUrl(row)} mayCancel={shown.mayImport} />;
  if (row.state === "preview" && row.preview)
    return <FilePreviewScreen {...shown} preview={row.preview} reply={answer?.reply} />;
  return <FileEnd {...shown} />;
}
