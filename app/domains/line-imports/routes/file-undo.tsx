import { useActionData, useLoaderData } from "@remix-run/react";
import { page } from "~/kit/page/http/page.server";
import { answerUndo } from "~/kit/page/import-flow/answer-undo.server";
import { UndoScreen } from "~/kit/page/import-flow/undo-screen";
import { screen } from "~/kit/page/screens";
import { findFileImport, undoFile } from "../files/file-imports.server";
import { may } from "../policy";
import { importUrl } from "../urls";

export const handle = screen({ title: "撤销导入" });

export const loader = page(may.write, async ({ viewer, params }) => {
  const { importId, kind, fileName, result } = await findFileImport(viewer, params.importId!);
  return { importId, kind, fileName, use: result?.use, lines: result?.lines, stations: result?.stations };
});

export const action = page(may.write, async ({ viewer, request, params }) => {
  const row = await findFileImport(viewer, params.importId!);
  return answerUndo(request, importUrl(row), () => undoFile(viewer, row.importId));
});

export default function UndoFile() {
  const { use, lines, stations, ...row } = useLoaderData<typeof loader>();
  const answer = useActionData<typeof action>();
  return (
    <UndoScreen fileName={row.fileName} backTo={importUrl(row)} error={answer?.error}>
      {use === "timetables" && <li>写入的时刻表换回导入以前的</li>}
      {use !== "timetables" && lines && lines.new > 0 && <li>新增的 {lines.new} 条线路移到回收站</li>}
      {stations && stations.new > 0 && <li>新增的 {stations.new} 个站点移到回收站</li>}
      {stations && stations.changed > 0 && <li>修改的 {stations.changed} 个站点恢复为导入以前的内容</li>}
      {use !== "timetables" && lines && lines.changed > 0 && (
        <li>修改的 {lines.changed} 条线路恢复为导入以前的版本，导入写入的版本和草稿删除</li>
      )}
      <li>导入以后又被修改，或现在被车辆、其他线路使用的保持不变，撤销后逐条列出原因</li>
    </UndoScreen>
  );
}
