import type { Fact } from "~/kit/page/screens/detail-screen";
import type { standingOf } from "./file-page.server";
import type { FileRow } from "./schema";
import { fileHistoryUrl, listenUrl } from "./urls";
import { sourceParts } from "./words";

interface FileFactsProps {
  file: FileRow;
  standing: Awaited<ReturnType<typeof standingOf>>;
  generated: string | null;
  updated: string | null;
  heard: LastHeard | null;
}

/** Who was the last to listen to a file, or to say why not. */
export interface LastHeard {
  by: string;
  at: string;
  isSkipped: boolean;
}

const Heard = ({ file, heard }: Pick<FileFactsProps, "file" | "heard">) => (
  <a href={listenUrl(file)}>
    {!heard ? "还没有人听过" : `${heard.by} ${heard.at}${heard.isSkipped ? " 写明了原因，没有全部听" : " 听过"}`}
  </a>
);

export function fileFacts({ file, standing, generated, updated, heard }: FileFactsProps): Fact[] {
  const line = `/line/line-management/${file.lineUuid}`;
  return [
    { label: "线路", value: <a href={line}>{file.lineName}</a> },
    { label: "分类", value: `${file.classifyName}${file.sortType === 1 ? "（主）" : "（副）"}` },
    { label: "所属机构", value: file.orgName },
    { label: "公共语音版本", value: `${file.versionName} ${file.versionNum}` },
    { label: "版本号", value: file.fileVersion },
    { label: "生成", value: generated && `${generated} ${file.generatedBy ?? ""}` },
    { label: "节点", value: file.nodeCount },
    { label: "语音", value: file.audioCount },
    { label: "更新时间", value: updated },
    { label: "车辆", value: standing ? `${standing.buses} 辆` : null },
    ...(file.state > 0 ? [{ label: "试听", value: <Heard file={file} heard={heard} /> }] : []),
    { label: "历史版本", value: <a href={fileHistoryUrl(file)}>查看</a> },
    ...(standing && standing.fileUuid === file.fileUuid
      ? [{ label: "现状", value: standingWords(standing), wide: true }]
      : []),
    { label: "备注", value: file.remark, wide: true },
  ];
}

function standingWords({ standing, changed, since, buses }: NonNullable<FileFactsProps["standing"]>) {
  if (standing !== "outdated") return "最新：生成以后，站点、路径、公共语音版本和语音都没有变化";
  const parts = changed.map((part) => sourceParts[part]).join("、");
  return `过期：${parts}有变化${since ? `，从 ${since} 起` : ""}；${buses} 辆车播报的还是这个文件的内容`;
}
