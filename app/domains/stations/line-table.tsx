import styles from "~/kit/page/tables/lined-table.module.css";
import { stateMark } from "~/kit/page/tables/state-mark";
import type { LineAtStation } from "./queries.server";

interface LineTableProps {
  lines: readonly (LineAtStation & { directionName: string })[];
  opens: boolean;
  mayReview: boolean;
  asOf: string | null | undefined;
}

export function LineTable({ lines, opens, mayReview, asOf }: LineTableProps) {
  if (lines.length === 0) return null;
  return (
    <table className={styles.lined}>
      <caption className="unseen">停靠此站的线路</caption>
      <thead>
        <tr>
          <th scope="col">线路</th>
          <th scope="col">方向</th>
          <th scope="col">站序</th>
          <th scope="col">状态</th>
        </tr>
      </thead>
      <tbody>
        {lines.map((line, index) => (
          <tr key={index}>
            <td>
              {opens ? (
                <a
                  href={`/line/line-management/${line.lineUuid}?direction=${line.direction}${asOf ? `&asOf=${asOf}` : ""}`}
                >
                  {line.lineName}
                </a>
              ) : (
                line.lineName
              )}
            </td>
            <td>{line.directionName}</td>
            <td>第 {line.serial} 站</td>
            <td>
              {line.standing === "effective" ? stateMark("生效中") : notYet(line)}
              {line.toReview && line.standing !== "past" && (
                <span data-doubtful="">
                  ，待复核
                  {mayReview && (
                    <>
                      ：<a href={reviewHref(line, "map")}>地图编辑</a> <a href={reviewHref(line, "match")}>匹配路径</a>{" "}
                      <a href={reviewHref(line, "reviewed")}>确认无误</a>
                    </>
                  )}
                </span>
              )}
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

const reviewHref = ({ lineUuid, classifySid, versionUuid, direction }: LineAtStation, page: string) =>
  `/line/line-management/${lineUuid}/${page}?classify=${classifySid}&version=${versionUuid}&direction=${direction}`;

function notYet({ standing, from }: LineAtStation): string {
  if (standing === "draft") return from ? `计划 ${from} 生效的草稿` : "草稿";
  return `${from} 起的版本，${standing === "planned" ? "待生效" : "已失效"}`;
}
