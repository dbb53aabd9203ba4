import { periodText, standingInWords } from "~/domains/lines/schema";
import type { VersionRow } from "~/domains/line-versions/queries.server";
import { lineHref, variantRoom } from "../room";
import styles from "./compare.module.css";

interface VersionsToCompareProps {
  variant: Parameters<typeof lineHref>[0] & { lineName: string };
  versions: (Omit<VersionRow, "updatedAt"> & { updatedAt: string })[];
}

export function VersionsToCompare({ variant, versions }: VersionsToCompareProps) {
  const comparable = versions.length > 1;
  const running = Math.max(
    versions.findIndex(({ standing }) => standing === "effective"),
    0,
  );
  const sides = comparable
    ? [
        { name: "a", label: "左", first: running },
        { name: "b", label: "右", first: running === 0 ? 1 : 0 },
      ]
    : [];
  if (versions.length === 0) return <p className="quiet">还没有版本：编辑站点后会产生草稿。</p>;
  return (
    <form method="get" action={`${variantRoom.url}/compare`}>
      <table className={styles.table} aria-label="版本">
        <thead>
          <tr>
            {sides.map(({ name, label }) => (
              <th key={name} scope="col">
                {label}
              </th>
            ))}
            <th scope="col">状态</th>
            <th scope="col">期间</th>
            <th scope="col">最后修改</th>
            <th scope="col">操作</th>
          </tr>
        </thead>
        <tbody>
          {versions.map((version, at) => (
            <tr key={version.versionUuid}>
              {sides.map(({ name, label, first }) => (
                <td key={name}>
                  <input
                    type="radio"
                    name={name}
                    value={version.versionUuid}
                    aria-label={`放在${label}边比较`}
                    defaultChecked={at === first}
                  />
                </td>
              ))}
              <td>{standingInWords(version)}</td>
              <td>{periodText(version) || "—"}</td>
              <td>
                {version.updatedByName ?? "系统"} {version.updatedAt}
              </td>
              <td>
                <a href={lineHref(variant, "", { version: version.versionUuid })}>查看</a>
              </td>
            </tr>
          ))}
        </tbody>
      </table>
      <p>
        {comparable && <button className="button">比较所选两个版本</button>}{" "}
        <a href={`${variantRoom.url}/compare?${new URLSearchParams({ lineA: variant.lineName })}`}>
          与其他分类或线路比较
        </a>
      </p>
    </form>
  );
}
