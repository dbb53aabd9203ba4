import { data } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { page } from "~/kit/page/http/page.server";
import { attempt } from "~/kit/ground/problem";
import { redirectWith } from "~/kit/page/http/redirect.server";
import { ConfirmScreen, screen } from "~/kit/page/screens";
import { remakeNodes } from "~/transit/announcements/remake-nodes";
import { loadContent } from "../file-content.server";
import { fileTitle, requireFileOf } from "../file-page.server";
import { may } from "../policy";
import { refreshNodes } from "../refresh-nodes.server";
import { fileUrl } from "../urls";

export const handle = screen({ title: (loaded: { title: string }) => `按站点刷新 ${loaded.title} 的节点` });

export const loader = page(may.write, async ({ viewer, request, params, facts }) => {
  const file = await requireFileOf({ viewer, params, facts });
  if (file.state !== 0) throw await redirectWith(request, "已生成的线路文件不能修改", fileUrl(file), "warning");
  const { nodes, line } = await loadContent(file);
  const { moved, came, went } = remakeNodes(nodes, line);
  return {
    file,
    title: fileTitle(file),
    said: [
      named(
        "移动",
        moved.map(({ name, metres }) => `${name}（${metres} 米）`),
      ),
      named(
        "新增",
        came.map(({ name }) => name),
      ),
      named(
        "删除",
        went.map(({ name }) => name),
      ),
    ].filter((words) => words !== ""),
  };
});

export const action = page(may.write, async ({ viewer, request, params, facts }) => {
  const file = await requireFileOf({ viewer, params, facts });
  const done = await attempt(() => refreshNodes(viewer, file.fileUuid));
  if (!done.ok) return data({ error: done.problem.errors[0]?.message ?? done.problem.message }, { status: 409 });
  const { moved, came, went } = done.value;
  const words = `移动 ${moved.length} 个，新增 ${came.length} 个，删除 ${went.length} 个`;
  return redirectWith(request, `已刷新节点：${words}`, fileUrl(file));
});

export default function Refresh() {
  const { file, said } = useLoaderData<typeof loader>();
  const answer = useActionData<typeof action>();
  const question =
    said.length === 0
      ? "节点与今天的站点和路径一致，刷新不会改变什么。"
      : "按今天的站点和路径更新节点？手工节点和播放列表保留。";
  return (
    <ConfirmScreen question={question} confirm="刷新节点" cancelTo={fileUrl(file)} error={answer?.error}>
      {said.length > 0 && (
        <ul>
          {said.map((words) => (
            <li key={words}>{words}</li>
          ))}
        </ul>
      )}
    </ConfirmScreen>
  );
}

const most = 10;

function named(verb: string, names: readonly string[]): string {
  if (names.length === 0) return "";
  return `${verb} ${names.length} 个：${names.slice(0, most).join("、")}${names.length > most ? "等" : ""}`;
}
