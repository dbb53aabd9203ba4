import type { MapRoad } from "~/kit/page/map/line-drawing";
import { SvgMap } from "~/kit/page/map/svg-map";
import { Section } from "~/kit/page/screens";
import { metresText } from "./match";
import { type DirectionPreview, matchWords, type PreviewRow } from "./preview";
import table from "~/kit/page/tables/scrolled-table.module.css";
import styles from "./stations.module.css";

interface Props {
  direction: DirectionPreview;
  roads: MapRoad[];
}

export function DirectionRows({ direction, roads }: Props) {
  const { directionName, rows, more, before, added, removed, path } = direction;
  const placed = rows.filter((row) => row.lng !== null && row.lat !== null);
  return (
    <Section title={`${directionName}：${rows.length + more} 站`}>
      <p className="quiet">
        {before === 0
          ? "这个方向现在没有站点。"
          : `现在有 ${before} 站；导入后${changeWords("增加", added)}${added.length > 0 && removed.length > 0 ? "，" : ""}${changeWords("去掉", removed)}${added.length + removed.length === 0 ? "站点相同，可能只改顺序和属性" : ""}。`}
        {path.length > 0 && "已有的路径会保留，站点变动后请重新匹配路径。"}
      </p>
      <div className={styles.beside}>
        <div className={table.scroller} tabIndex={0} role="region" aria-label={`${directionName}的站点`}>
          <table className={`${table.rows} ${styles.rows}`}>
            <caption className="unseen">{directionName}的站点</caption>
            <thead>
              <tr>
                <th scope="col" className={styles.narrow}>
                  站序
                </th>
                <th scope="col">站点</th>
                <th scope="col">匹配</th>
                <th scope="col" className={styles.narrow}>
                  相距
                </th>
                <th scope="col" className={styles.narrow}>
                  文件行
                </th>
              </tr>
            </thead>
            <tbody>
              {rows.map((row) => (
                <tr key={row.row} data-level={row.level ?? undefined} data-how={row.how}>
                  <td className={table.right}>{row.serial}</td>
                  <td className={table.name} title={`${row.staName} ${row.staSelfCode}`}>
                    {row.staUuid ? (
                      <a href={`/station/station-management/${row.staUuid}`}>{row.staName}</a>
                    ) : (
                      row.staName
                    )}{" "}
                    <span className="quiet">{row.staSelfCode}</span>
                  </td>
                  <td>
                    {isOpen(row) ? <Pick row={row} /> : <span className={styles.how}>{matchWords[row.how]}</span>}
                  </td>
                  <td className={table.right}>{row.metres === null ? "" : metresText(row.metres)}</td>
                  <td className={table.right}>{row.row}</td>
                </tr>
              ))}
            </tbody>
          </table>
        </div>
        {placed.length > 0 && (
          <SvgMap
            title={`${directionName}导入后的站点`}
            width={460}
            height={460}
            roads={roads}
            path={path}
            stations={placed.map(({ serial, staName, lng, lat }) => ({ serial, staName, lng: lng!, lat: lat! }))}
            highlights={placed.filter(({ how }) => how === "new").map(({ serial }) => serial)}
          />
        )}
      </div>
      {more > 0 && (
        <p className="quiet">
          只列出前 {rows.length} 站，另有 {more} 站。
        </p>
      )}
    </Section>
  );
}

/** Whether there is something to choose; one of the same name that stands right there is the one. */
function isOpen({ how, candidates, metres }: PreviewRow): boolean {
  return candidates.length > 0 && !(how === "name" && metres !== null && metres <= clearlyThere);
}

const clearlyThere = 50;

function Pick({ row }: { row: PreviewRow }) {
  return (
    <select
      name={`pick-${row.row}`}
      defaultValue={pickOf(row)}
      aria-label={`第 ${row.row} 行 ${row.staName} 是哪个站点`}
    >
      {row.how === "ask" && <option value="">请选择</option>}
      {row.candidates.map(({ staUuid, staSelfCode, staName, metres }) => (
        <option key={staUuid} value={staUuid}>
          {staSelfCode} {staName.slice(0, 16)}
          {metres !== null && `（${metresText(metres)}）`}
        </option>
      ))}
      <option value="new">新建站点</option>
    </select>
  );
}

export function pickOf({ how, staUuid }: Pick<PreviewRow, "how" | "staUuid">): string {
  return how === "new" ? "new" : (staUuid ?? "");
}

function changeWords(verb: string, names: readonly string[]): string {
  if (names.length === 0) return "";
  return `${verb} ${names.length} 站（${names.slice(0, 5).join("、")}${names.length > 5 ? "等" : ""}）`;
}
