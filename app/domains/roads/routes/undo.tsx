import { useActionData, useLoaderData } from "@remix-run/react";
import { page } from "~/kit/page/http/page.server";
import { answerUndo } from "~/kit/page/import-flow/answer-undo.server";
import { UndoScreen } from "~/kit/page/import-flow/undo-screen";
import { screen } from "~/kit/page/screens";
import { findImport, undoImport } from "../imports.server";
import { may } from "../policy";
import { importUrl } from "../urls";

export const handle = screen({ title: "撤销导入" });

export const loader = page(may.import, async ({ viewer, params }) => {
  const { importId, fileName, result } = await findImport(viewer, params.importId!);
  return { importId, fileName, roads: result?.roads, lines: result?.lines, stations: result?.stations };
});

export const action = page(may.import, async ({ viewer, request, params }) => {
  return answerUndo(request, importUrl({ importId: params.importId! }), () => undoImport(viewer, params.importId!));
});

export default function UndoMapImport() {
  const { roads, lines, stations, ...row } = useLoaderData<typeof loader>();
  const answer = useActionData<typeof action>();
  const changed = roads ? roads.changed + roads.closed : 0;
  return (
    <UndoScreen fileName={row.fileName} backTo={importUrl(row)} error={answer?.error}>
      {roads && roads.new > 0 && <li>新增的 {roads.new} 条道路删除</li>}
      {changed > 0 && <li>改变和封闭的 {changed} 条道路恢复为导入以前的样子</li>}
      {lines && lines.new > 0 && <li>新增的 {lines.new} 条线路移到回收站</li>}
      {stations && stations.new > 0 && <li>新增的 {stations.new} 个站点移到回收站</li>}
      <li>导入以后又被修改，或现在被使用的保持不变，撤销后列出</li>
      <li>经过这些道路的线路会重新检查</li>
    </UndoScreen>
  );
}
