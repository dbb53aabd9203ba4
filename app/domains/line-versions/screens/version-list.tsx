import { draftInWords, labelOf, standings } from "~/domains/lines/schema";
import { compareUrl, linesUrl, queryText, variantUrl } from "~/domains/lines/urls";
import type { VersionRow } from "../version-rows";
import table from "~/kit/page/tables/scrolled-table.module.css";
import styles from "../lines.module.css";

interface VersionListProps {
  variant: { lineUuid: string; classifySid: string; sortType: number };
  versions: readonly (Omit<VersionRow, "updatedAt"> & { updatedAt: string })[];
  shown: string | null;
}

export function DraftBanner({
  variant,
  versions,
  shown,
  mayWrite,
  mayPublish,
  checked,
}: VersionListProps & { mayWrite: boolean; mayPublish: boolean; checked: boolean }) {
  return versions
    .filter(({ standing }) => standing === "draft")
    .map(({ versionUuid: version, plannedFor, updatedByName, updatedAt, submittedAt, returnedReason }) => (
      <div key={version} className={`notice warn ${styles.banner}`}>
        <span>
          {shown === version ? `正在查看${draftInWords(plannedFor)}` : `${draftInWords(plannedFor)}还没有生效`}，
          {updatedByName ?? "系统"} {updatedAt} 修改
          {submittedAt ? "，待审核" : returnedReason ? `，已退回：${returnedReason}` : ""}
        </span>
        {shown !== version && <a href={variantUrl(variant, "", { version })}>查看草稿</a>}
        <a href={`${linesUrl}/scenario${queryText({ version })}`}>测算</a>
        {mayWrite && checked && !submittedAt && (
          <a href={variantUrl(variant, "versions/submit", { version })}>提交审核</a>
        )}
        {mayPublish && <a href={variantUrl(variant, "publish", { version })}>使草稿生效</a>}
        {mayWrite && <a href={variantUrl(variant, "discard", { version })}>放弃草稿</a>}
      </div>
    ));
}

export function VersionList({
  variant,
  versions,
  shown,
  direction,
  mayCompare,
}: VersionListProps & { direction: number; mayCompare: boolean }) {
  if (versions.length === 0) return <p className="quiet">还没有版本：编辑站点后会产生草稿。</p>;
  return (
    <table className={`${table.rows} ${styles.stations}`}>
      <caption className="unseen">版本</caption>
      <thead>
        <tr>
          <th scope="col">状态</th>
          <th scope="col">生效日期</th>
          <th scope="col">失效日期</th>
          <th scope="col">最后修改</th>
          <th scope="col">操作</th>
        </tr>
      </thead>
      <tbody>
        {versions.map((version) => (
          <tr key={version.versionUuid} data-map-active={version.versionUuid === shown || undefined}>
            <td>{labelOf(standings, version.standing)}</td>
            <td>{version.validFrom ?? (version.plannedFor ? `计划 ${version.plannedFor}` : "—")}</td>
            <td>{version.validTo ?? "—"}</td>
            <td>
              {version.updatedByName ?? "系统"} {version.updatedAt}
            </td>
            <td>
              {version.versionUuid === shown ? (
                "正在查看"
              ) : (
                <a href={variantUrl(variant, "", { version: version.versionUuid, direction })}>查看</a>
              )}{" "}
              {mayCompare && shown && version.versionUuid !== shown && (
                <a href={compareUrl(shown, version.versionUuid)}>与正在查看的比较</a>
              )}
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
