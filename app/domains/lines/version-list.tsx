import { labelOf, standings } from "./schema";
import styles from "./lines.module.css";

interface ListedVersion {
  versionUuid: string;
  standing: string;
  validFrom: string | null;
  validTo: string | null;
  updatedAt: string;
  updatedByName: string | null;
}

/** Says that changes are waiting, and what can be done with them. */
export function DraftBanner({ url, versions, shown, mayWrite, mayPublish }: { url: string; versions: ListedVersion[]; shown: string | null; mayWrite: boolean; mayPublish: boolean }) {
  const draft = versions.find(({ standing }) => standing === "draft");
  if (!draft) return null;
  return (
    <div className={`notice warn ${styles.banner}`}>
      <span>
        {shown === draft.versionUuid ? "正在查看草稿" : "有尚未生效的草稿"}（{draft.updatedByName ?? "系统"} {draft.updatedAt}）
      </span>
      {shown !== draft.versionUuid && <a href={`${url}?version=${draft.versionUuid}`}>查看草稿</a>}
      {mayPublish && <a href={`${url}/publish`}>使草稿生效</a>}
      {mayWrite && <a href={`${url}/discard`}>放弃草稿</a>}
    </div>
  );
}

/** Every version of a line's primary variant, the draft first. */
export function VersionList({ url, versions, shown, direction }: { url: string; versions: ListedVersion[]; shown: string | null; direction: number }) {
  if (versions.length === 0) return <p className="quiet">还没有版本：编辑站点后会产生草稿。</p>;
  return (
    <table className={styles.stations}>
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
            <td>{version.validFrom ?? "—"}</td>
            <td>{version.validTo ?? "—"}</td>
            <td>
              {version.updatedByName ?? "系统"} {version.updatedAt}
            </td>
            <td>{version.versionUuid === shown ? "正在查看" : <a href={`${url}?version=${version.versionUuid}&direction=${direction}`}>查看</a>}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
