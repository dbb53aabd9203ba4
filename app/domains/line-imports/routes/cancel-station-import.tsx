import { data } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { page } from "~/kit/page/http/page.server";
import { attempt } from "~/kit/ground/problem";
import { redirectWith } from "~/kit/page/http/redirect.server";
import { ConfirmScreen, screen } from "~/kit/page/screens";
import { cancelImport } from "../imports.server";
import { may } from "../policy";
import { findStationImport } from "../stations/station-imports.server";
import { importUrl, stationImportsUrl } from "../urls";

export const handle = screen({ title: "取消导入" });

export const loader = page(may.write, async ({ viewer, params }) => {
  const { importId, kind, fileName } = await findStationImport(viewer, params.importId!);
  return { importId, kind, fileName };
});

export const action = page(may.write, async ({ viewer, request, params }) => {
  await findStationImport(viewer, params.importId!);
  const done = await attempt(() => cancelImport(viewer, params.importId!));
  if (!done.ok) return data({ error: done.problem.message }, { status: 409 });
  return redirectWith(request, "已取消导入，没有改动任何数据", stationImportsUrl);
});

export default function CancelImport() {
  const row = useLoaderData<typeof loader>();
  const answer = useActionData<typeof action>();
  return (
    <ConfirmScreen
      question={`取消导入 ${row.fileName}？上传的文件会被删除，线路不受影响。`}
      cancelTo={importUrl(row)}
      confirm="取消导入"
      error={answer?.error}
    />
  );
}
