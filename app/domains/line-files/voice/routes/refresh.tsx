import { data } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { attempt } from "~/kit/ground/problem";
import { page } from "~/kit/page/http/page.server";
import { redirectWith } from "~/kit/page/http/redirect.server";
import { ConfirmScreen, screen } from "~/kit/page/screens";
import { remakeNodes } from "~/transit/announcements/remake-nodes";
import { refreshNodes } from "../../file-content.server";
import { may } from "../../policy";
import { loadVoice } from "../load-voice.server";
import { voicePage } from "../urls";

export const handle = screen({ title: "按站点重新生成节点" });

export const loader = page(may.write, async ({ viewer, params, url }) => {
  const { content, direction } = await loadVoice(viewer, params.fileUuid ?? "", url);
  const { moved, came, went } = remakeNodes(content.nodes, content.line);
  return { file: content.file, direction, moved, came: namesOf(came), went: namesOf(went) };
});

export const action = page(may.write, async ({ viewer, params, url, request }) => {
  const { content, direction } = await loadVoice(viewer, params.fileUuid ?? "", url);
  const form = await request.formData();
  const version = Number(form.get("version")) || undefined;
  const done = await attempt(() => refreshNodes(viewer, content.file.fileUuid, version));
  if (!done.ok) return data({ error: done.problem.message }, { status: 409 });
  const { moved, came, went } = done.value;
  return redirectWith(
    request,
    `节点已按站点重新生成：移动 ${moved.length} 个，新增 ${came.length} 个，去掉 ${went.length} 个`,
    voicePage(content.file, "", direction),
  );
});

const namesOf = (nodes: readonly { name: string }[]) => nodes.map(({ name }) => name);

export default function Refresh() {
  const { file, direction, moved, came, went } = useLoaderData<typeof loader>();
  const nothing = moved.length + came.length + went.length === 0;
  return (
    <ConfirmScreen
      question={
        nothing
          ? "节点与站点、路径一致，没有要改的。"
          : "按现在的站点和路径重新生成节点？手工新增的节点和节点上的专用语音都保留。"
      }
      confirm="重新生成"
      cancelTo={voicePage(file, "", direction)}
      version={file.version}
      error={useActionData<typeof action>()?.error}
    >
      <Listed title="移动" names={moved.map(({ name, metres }) => `${name}（${metres} 米）`)} />
      <Listed title="新增" names={came} />
      <Listed title="去掉" names={went} />
    </ConfirmScreen>
  );
}

const mostNamed = 30;

function Listed({ title, names }: { title: string; names: readonly string[] }) {
  if (names.length === 0) return null;
  return (
    <p>
      {title} {names.length} 个：{names.slice(0, mostNamed).join("、")}
      {names.length > mostNamed && "等"}
    </p>
  );
}
