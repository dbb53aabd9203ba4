import { data } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { attempt } from "~/kit/ground/problem";
import { page } from "~/kit/page/http/page.server";
import { redirectWith } from "~/kit/page/http/redirect.server";
import { ConfirmScreen, screen } from "~/kit/page/screens";
import { cancelSheetImport } from "~/kit/room/sheets/sheet-imports.server";
import { requireImport } from "../load-import.server";
import { may } from "../policy";
import { importUrl, listUrl } from "../urls";

export const handle = screen({ title: "取消导入" });

export const loader = page(may.write, async ({ viewer, params }) => {
  const { importId, fileName } = (await requireImport(viewer, params.importId!)).row;
  return { importId, fileName };
});

export const action = page(may.write, async ({ viewer, request, params }) => {
  const { row } = await requireImport(viewer, params.importId!);
  const done = await attempt(() => cancelSheetImport(viewer, row.importId));
  if (!done.ok) return data({ error: done.problem.message }, { status: 409 });
  return redirectWith(request, "已取消导入，没有改动任何数据", listUrl);
});

export default function CancelImport() {
  const row = useLoaderData<typeof loader>();
  const answer = useActionData<typeof action>();
  return (
    <ConfirmScreen
      question={`取消导入 ${row.fileName}？已有数据不受影响。`}
      cancelTo={importUrl(row)}
      confirm="取消导入"
      error={answer?.error}
    />
  );
}
