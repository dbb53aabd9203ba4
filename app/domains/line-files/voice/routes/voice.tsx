import { useActionData, useLoaderData } from "@remix-run/react";
import { nodeTypes } from "~/domains/node-types/queries.server";
import { roadsForMap } from "~/domains/roads/queries.server";
import { readingsOf } from "~/domains/stations/queries.server";
import { allows } from "~/kit/data/access/viewer";
import { attempt } from "~/kit/ground/problem";
import { again, readForm } from "~/kit/page/forms/read-form";
import { page } from "~/kit/page/http/page.server";
import { redirectWith } from "~/kit/page/http/redirect.server";
import { operatorMap } from "~/kit/page/map/operator-map.server";
import { Heading, More, screen, Section } from "~/kit/page/screens";
import { boxOf } from "~/transit/geo/coordinates";
import { changeNodes } from "../../file-content.server";
import { may } from "../../policy";
import type { FileRow } from "../../schema";
import { fileHistoryUrl, fileUrl } from "../../urls";
import { countHeard, heardNodes } from "../heard";
import { drawNodes, loadVoice } from "../load-voice.server";
import { NodeMap } from "../node-map";
import { NodeTable } from "../node-table";
import { StepsForm } from "../steps-form";
import { keptSteps, refusedSteps } from "../steps-refused";
import { voicePage } from "../urls";
import { VoiceCountsLine } from "../voice-counts";
import { VoiceTabs } from "../voice-tabs";
import styles from "../voice.module.css";

export const titleOf = ({ file }: { file: Pick<FileRow, "lineName" | "classifyName"> }) =>
  `${file.lineName} ${file.classifyName} 站点语音`;

export const handle = screen({ title: titleOf });

export const loader = page(may.read, async (call) => {
  const { viewer } = call;
  const { content, tabs, direction, driven } = await loadVoice(call);
  const heard = heardNodes(content, direction);
  const drawing = drawNodes(
    driven,
    heard.map(({ node }) => node),
  );
  const box = boxOf([...drawing.path, ...drawing.stations.map(({ lng, lat }) => [lng, lat] as const)]);
  const [types, settings, roads, readings] = await Promise.all([
    nodeTypes(),
    operatorMap(),
    box ? roadsForMap(viewer, box, { width: 480, height: 480 }) : [],
    readingsOf(driven?.stations.map(({ staUuid, names }) => ({ staUuid, words: names.zh ?? "" })) ?? []),
  ]);
  return {
    file: content.file,
    tabs,
    direction,
    heard,
    drawing,
    settings,
    roads,
    counts: countHeard(heard),
    readings,
    typeNames: Object.fromEntries(types.map(({ typeUuid, typeName }) => [typeUuid, typeName])),
    mayWrite: allows(viewer, may.write) && content.file.state === 0,
  };
});

export const action = page(may.write, async (call) => {
  const { viewer, request } = call;
  const { content, direction } = await loadVoice(call);
  const sent = await readForm(request, StepsForm);
  if (sent.status !== "success") return again(sent);
  const { steps, version } = sent.value;
  const saved = await attempt(() => changeNodes(viewer, content.file.fileUuid, steps, version));
  if (!saved.ok) return again(refusedSteps(sent, saved.problem, content.file.state === 0));
  return redirectWith(request, `已保存地图上的 ${steps.length} 步修改`, voicePage(content.file, "", direction));
});

export default function Voice() {
  const { file, tabs, direction, heard, drawing, settings, roads, counts, readings, typeNames, mayWrite } =
    useLoaderData<typeof loader>();
  const at = (name: string) => voicePage(file, name, direction);
  const { refusal, steps } = keptSteps(useActionData<typeof action>()?.reply);
  const map = { title: `${file.lineName}的节点`, settings, drawing, roads, dataUrl: at("drawing") };
  return (
    <>
      <Heading>
        <More>
          <a href={fileHistoryUrl(file)}>历史文件</a>
          {mayWrite && <a href={`${fileUrl(file)}/refresh`}>按站点刷新节点</a>}
        </More>
        {mayWrite && (
          <a className="button primary" href={at("nodes/new")}>
            新增节点
          </a>
        )}
      </Heading>
      {refusal && (
        <p className="notice bad" role="alert" tabIndex={-1} autoFocus>
          没有保存：{refusal}
        </p>
      )}
      <VoiceTabs tabs={tabs} current={direction} />
      <VoiceCountsLine counts={counts} />
      {file.state !== 0 && <p className="quiet">文件已生成，不能再修改；要修改请在线路文件中用它新建草稿。</p>}
      <div className={styles.split}>
        <Section title={`节点（${heard.length}）`}>
          <NodeTable
            heard={heard}
            typeNames={typeNames}
            readings={readings}
            editUrl={mayWrite ? (nodeUuid) => at(`nodes/${nodeUuid}`) : undefined}
          />
        </Section>
        <Section title="地图">
          <NodeMap
            {...map}
            file={file}
            direction={direction}
            steps={steps}
            nodes={mayWrite ? heard.map(({ node }) => node) : undefined}
          />
        </Section>
      </div>
    </>
  );
}
