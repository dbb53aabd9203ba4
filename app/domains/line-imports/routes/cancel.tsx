import { data } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { page, type ViewerCall } from "~/kit/page/http/page.server";
import { attempt } from "~/kit/ground/problem";
import { redirectWith } from "~/kit/page/http/redirect.server";
import { ConfirmScreen, screen } from "~/kit/page/screens";
import { findFileImport } from "../files/file-imports.server";
import { cancelImport } from "../imports.server";
import { may } from "../policy";
import { findStationImport } from "../stations/station-imports.server";
import { importUrl, lineImportsUrl, stationImportsUrl } from "../urls";

export const handle = screen({ title: "取消导入" });

export const loader = page(may.write, async (call) => {
  const { importId, kind, fileName } = await asked(call);
  return { importId, kind, fileName };
});

export const action = page(may.write, async (call) => {
  const { importId, kind } = await asked(call);
  const done = await attempt(() => cancelImport(call.viewer, importId));
  if (!done.ok) return data({ error: done.problem.message }, { status: 409 });
  const back = kind === "stations" ? stationImportsUrl : lineImportsUrl;
  return redirectWith(call.request, "已取消导入，没有改动任何数据", back);
});

export default function CancelImport() {
  const row = useLoaderData<typeof loader>();
  const answer = useActionData<typeof action>();
  return (
    <ConfirmScreen
      question={`取消导入 ${row.fileName}？上传的文件会被删除，${row.kind === "stations" ? "线路" : "已有数据"}不受影响。`}
      cancelTo={importUrl(row)}
      confirm="取消导入"
      error={answer?.error}
    />
  );
}

const asked = ({ viewer, url, params }: ViewerCall) =>
  url.pathname.startsWith(stationImportsUrl)
    ? findStationImport(viewer, params.importId!)
    : findFileImport(viewer, params.importId!);
