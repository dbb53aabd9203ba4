import { OnceField } from "~/kit/page/forms/once";
import { Verb } from "~/kit/page/screens";
import type { standingOf } from "./file-page.server";
import type { FileRow } from "./schema";
import { fileUrl, listenUrl, stationVoiceUrl } from "./urls";

interface FileActionsProps {
  file: FileRow;
  standing: Awaited<ReturnType<typeof standingOf>>;
  may: { write: boolean; generate: boolean; remove: boolean; issue: boolean };
  /** Before it may go to vehicles. */
  isToBeHeard: boolean;
}

/** What can be done with a draft, and with a file that was generated. */
export function FileActions({ file, standing, may, isToBeHeard }: FileActionsProps) {
  const url = fileUrl(file);
  const draft = standing?.draftUuid;
  const to = (href: string, words: string, look = "") => (
    <a key={href} className={`button ${look}`.trim()} href={href}>
      <Verb words={words} />
    </a>
  );
  const isDraft = file.state === 0;
  const isInUse = file.state === 1 || file.state === 2;
  return (
    <>
      {may.remove && file.state < 2 && to(`${url}/delete`, "删除")}
      {may.write && to(`${url}/copy`, "复制到其他分类")}
      {may.write && isDraft && to(`${url}/edit`, "修改")}
      {may.write && isDraft && to(`${url}/refresh`, "按站点刷新节点")}
      {may.generate && file.state === 1 && !draft && to(`${url}/ungenerate`, "退回草稿")}
      {to(stationVoiceUrl(file), isDraft && may.write ? "编辑节点" : "查看节点", isDraft ? "primary" : "")}
      {may.write && !isDraft && draft && to(fileUrl({ fileUuid: draft }), "查看草稿", "primary")}
      {may.write && !isDraft && !draft && to(`${url}/draft`, "新建草稿", may.issue ? "" : "primary")}
      {isToBeHeard && to(listenUrl(file), "试听", "primary")}
      {may.issue && isInUse && !isToBeHeard && (
        <form method="post" action="/voice/issue-task/new">
          <OnceField />
          <input type="hidden" name="taskType" value="2" />
          <input type="hidden" name="file" value={file.fileUuid} />
          <button className="button primary">
            <Verb words="下发" />
          </button>
        </form>
      )}
    </>
  );
}
