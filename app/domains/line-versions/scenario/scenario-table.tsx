import table from "~/kit/page/tables/lined-table.module.css";
import { draftInWords } from "~/domains/lines/schema";
import { variantUrl } from "~/domains/lines/urls";
import { IntervalCell } from "./interval-cell";
import { MinutesInput } from "./minutes-input";
import type { Period } from "./periods";
import type { Demand, Scenario } from "./schema";
import styles from "./scenario.module.css";

type Row = Scenario["rows"][number];

type Props = Pick<Scenario, "rows" | "now" | "draft"> & { periods: readonly Period[] };

export function ScenarioTable({ rows, now, draft, periods }: Props) {
  return (
    <div className={styles.scroller}>
      <table className={`${table.lined} ${styles.figures}`}>
        <caption className="unseen">各份草稿需要的车辆和每天的车公里</caption>
        <thead>
          <tr>
            <th scope="col">草稿</th>
            <th scope="col">间隔（分）</th>
            <th scope="col">停歇与行驶（分）</th>
            <th scope="col">里程（公里）</th>
            <th scope="col">车辆</th>
            <th scope="col">班次</th>
            <th scope="col">每天车公里</th>
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <DraftRow key={row.versionUuid} row={row} periods={periods} />
          ))}
        </tbody>
        {rows.length > 1 && (
          <tfoot>
            <tr>
              <th scope="row" colSpan={4}>
                合计{draft.unknown > 0 && `（${draft.unknown} 份算不出的没有计入）`}
              </th>
              <td>{beside(now.buses, draft.buses, 0)}</td>
              <td />
              <td>{beside(now.km, draft.km, 1)}</td>
            </tr>
          </tfoot>
        )}
      </table>
    </div>
  );
}

function DraftRow({ row, periods }: { row: Row; periods: readonly Period[] }) {
  const { lineName, classifyName, sortType, versionUuid, plannedFor, directions, now, draft, conflicts } = row;
  const named = sortType === 1 ? lineName : `${lineName} ${classifyName}`;
  const input = (name: string, label: string, value: number | null) => (
    <MinutesInput name={name} label={`${named} 的${label}`} value={value} />
  );
  return (
    <>
      <tr className={conflicts.length > 0 ? styles.followed : undefined}>
        <th scope="row">
          <input type="hidden" name="version" value={versionUuid} />
          <a href={variantUrl(row, "", { version: versionUuid })}>{named}</a>
          <div className="quiet">{draftInWords(plannedFor)}</div>
        </th>
        <td>
          <IntervalCell row={row} periods={periods} named={named} />
        </td>
        <td className={styles.runs}>
          <label>停歇 {input("layoverMinutes", "停歇", row.layoverMinutes)}</label>
          {directions.map(({ direction, directionName, runMinutes }) => (
            <label key={direction}>
              {directions.length > 1 ? directionName : "行驶"}{" "}
              {input(runsOf[direction]!, `${directionName}行驶时间`, runMinutes)}
            </label>
          ))}
          {[1, 2].map(
            (direction) =>
              directions.every((one) => one.direction !== direction) && (
                <input key={direction} type="hidden" name={runsOf[direction]} />
              ),
          )}
        </td>
        <td>
          {directions.map(({ direction, directionName, mileage, mileageNow }) => (
            <div key={direction}>
              <span>
                {directions.length > 1 && directionName.replace("行", "")} {mileage?.toFixed(3) ?? "—"}
              </span>{" "}
              <span className="quiet">现在 {mileageNow?.toFixed(3) ?? "—"}</span>
            </div>
          ))}
        </td>
        <td>
          {besideNow(now, draft, "buses", 0)}
          {periods.length > 0 && <div className="quiet">{peakOf(draft)}</div>}
        </td>
        <td>{besideNow(now, draft, "trips", 0)}</td>
        <td>{besideNow(now, draft, "km", 1)}</td>
      </tr>
      {conflicts.length > 0 && (
        <tr className={styles.conflicts}>
          <td colSpan={7}>
            <strong>需要处理</strong>
            <ul>
              {conflicts.map(({ message, href }) => (
                <li key={message}>
                  <a href={href}>{message}</a>
                </li>
              ))}
            </ul>
          </td>
        </tr>
      )}
    </>
  );
}

const runsOf: Record<number, string> = { 1: "upMinutes", 2: "downMinutes" };

const peakOf = ({ parts, buses }: Demand) => parts.find((part) => buses !== null && part.buses === buses)?.name;

const besideNow = (now: Demand | null, draft: Demand, name: "buses" | "trips" | "km", digits: number) =>
  beside(now?.[name] ?? null, draft[name], digits);

function beside(now: number | null, then: number | null, digits: number) {
  const change = now === null || then === null ? null : then - now;
  return (
    <>
      {then?.toFixed(digits) ?? "—"}
      <div className="quiet">
        <span>现在 {now?.toFixed(digits) ?? "—"}</span>
        {change !== null && change.toFixed(digits) !== (0).toFixed(digits) && (
          <strong className={styles.change}>
            {" "}
            {change > 0 ? "+" : "−"}
            {Math.abs(change).toFixed(digits)}
          </strong>
        )}
      </div>
    </>
  );
}
