import { useActionData, useLoaderData } from "@remix-run/react";
import { again, readForm, refused } from "~/kit/page/forms/read-form";
import { attempt } from "~/kit/ground/problem";
import { page } from "~/kit/page/http/page.server";
import { redirectWith } from "~/kit/page/http/redirect.server";
import { isBusy } from "~/kit/page/import-flow/import-states";
import { refuseConfirmation } from "~/kit/page/import-flow/refuse-confirmation.server";
import { ProgressScreen, screen } from "~/kit/page/screens";
import { confirmSheetImport } from "~/kit/room/sheets/sheet-imports.server";
import { EndScreen } from "../end-screen";
import { loadImport, requireImport } from "../load-import.server";
import { may } from "../policy";
import { PreviewScreen } from "../preview-screen";
import { ConfirmForm } from "../schema";
import { TroubleScreen } from "../trouble-screen";
import { importUrl } from "../urls";

type PageData = Awaited<ReturnType<typeof loadImport>>;

export const handle = screen({
  title: ({ row }: PageData) => `导入${row.title} ${row.fileName}`,
  refresh: ({ row }: PageData) => (isBusy(row.plainState) ? 2 : undefined),
});

export const loader = page(may.read, ({ viewer, params, url }) => loadImport(viewer, params.importId!, url));

export const action = page(may.write, async ({ viewer, request, params }) => {
  const { row } = await requireImport(viewer, params.importId!);
  const sent = await readForm(request, ConfirmForm);
  if (sent.status !== "success") return again(sent);
  const done = await attempt(() => confirmSheetImport(viewer, row.importId, sent.value.onlyGood ?? false));
  if (!done.ok)
    return refuseConfirmation(request, {
      problem: done.problem,
      now: (await requireImport(viewer, row.importId)).row,
      url: importUrl(row),
      beside: () => again(refused(sent, done.problem)),
    });
  return redirectWith(request, done.value ? "已确认，正在导入" : "之前已经确认过，没有重复导入", importUrl(row));
});

export default function Journey() {
  const loaded = useLoaderData<typeof loader>();
  const answer = useActionData<typeof action>();
  const { row, mayImport } = loaded;
  if (isBusy(row.plainState)) {
    const cancel = mayImport && row.plainState !== "applying" && (
      <a className="button" href={`${importUrl(row)}/cancel`}>
        取消导入
      </a>
    );
    const step = row.undoing ? "撤销中" : row.stateName;
    return (
      <ProgressScreen
        step={[step, row.phase].filter(Boolean).join("：")}
        done={row.progress}
        state="running"
        actions={cancel}
      />
    );
  }
  if (row.state === "preview" && row.preview?.trouble) return <TroubleScreen {...loaded} />;
  if (row.state === "preview") return <PreviewScreen {...loaded} reply={answer?.reply} />;
  return <EndScreen {...loaded} />;
}
