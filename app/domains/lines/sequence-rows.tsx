import { Fragment } from "react";
import { typeWithin } from "./choices";
import type { Direction } from "./directions";
import type { EditedRow } from "./editor.server";
import { RowProblems } from "./row-problems";
import { innerTypes } from "./sequence";
import type { SequenceProblem } from "./sequence-check";
import type { TypedRow } from "./sequence-form";
import table from "~/kit/page/tables/scrolled-table.module.css";
import styles from "./lines.module.css";

/** Fields that the table does not show; they travel along unseen. */
const unseenFields: (keyof TypedRow)[] = [
  "staUuid",
  "distance",
  "duration",
  "dwell",
  "limitSpeed",
  "isKey",
  "isTimed",
  "alias",
  "aliasEn",
  "fareStage",
];
const typedFields = [
  { name: "azimuth", label: "方位角" },
  { name: "inRadius", label: "进站半径" },
  { name: "outRadius", label: "出站半径" },
] as const;

interface SequenceRowsProps {
  direction: Direction;
  rows: EditedRow[];
  problems: SequenceProblem[];
  showSpacing: boolean;
  focus?: string;
}

export function SequenceRows({ direction, rows, problems, showSpacing, focus }: SequenceRowsProps) {
  if (rows.length === 0) return <p className="quiet">这个方向还没有站点：在上面查找站点并添加。</p>;
  return (
    <div className={table.scroller}>
      <table className={`${table.rows} ${styles.stations}`}>
        <caption className="unseen">站点序列</caption>
        <thead>
          <tr>
            <th scope="col" className={table.right}>
              站序
            </th>
            <th scope="col">站点</th>
            <th scope="col">类型</th>
            <th scope="col" className={table.right}>
              {showSpacing ? "距起点 / 站距（公里）" : "距起点（公里）"}
            </th>
            <th scope="col">方位角</th>
            <th scope="col">进站半径（米）</th>
            <th scope="col">出站半径（米）</th>
            <th scope="col">操作</th>
          </tr>
        </thead>
        <tbody>
          {rows.map((row, at) => (
            <Fragment key={at}>
              <Row
                row={row}
                at={at}
                direction={direction}
                last={rows.length - 1}
                showSpacing={showSpacing}
                focus={focus}
                wrong={problems
                  .filter((problem) => problem.row === at + 1 && problem.level === "error")
                  .map(({ path }) => path)}
              />
              <RowProblems
                problems={problems.filter((problem) => problem.row === at + 1)}
                columns={8}
                id={`row-${at + 1}-problems`}
              />
            </Fragment>
          ))}
        </tbody>
      </table>
    </div>
  );
}

function Row({
  row,
  at,
  direction,
  last,
  showSpacing,
  focus,
  wrong,
}: {
  row: EditedRow;
  at: number;
  direction: Direction;
  last: number;
  showSpacing: boolean;
  focus?: string;
  wrong: string[];
}) {
  const serial = at + 1;
  const where = `第 ${serial} 站 ${row.staName}`;
  const button = (verb: string) => ({
    name: "do",
    value: `${verb}:${serial}`,
    autoFocus: focus === `${verb}:${serial}`,
  });
  return (
    <tr id={`row-${serial}`} data-station-serial={serial}>
      <td className={table.right}>
        {serial}
        {unseenFields.map(
          (name) =>
            row[name] !== undefined && (
              <input key={name} type="hidden" name={`rows[${at}].${name}`} value={row[name]} />
            ),
        )}
      </td>
      <td className={table.name} title={`${row.staName} ${row.staSelfCode}`}>
        {row.staName} <span className="quiet">{row.staSelfCode}</span>
      </td>
      <td>
        <TypeField
          at={at}
          staType={Number(row.staType)}
          end={at === 0 || at === last}
          direction={direction}
          label={`${where} 的类型`}
        />
      </td>
      <td className={table.right}>
        {row.along?.toFixed(3) ?? "—"}
        {showSpacing && row.spacing !== null && ` / ${row.spacing.toFixed(3)}`}
      </td>
      {typedFields.map(({ name, label }) => (
        <td key={name}>
          <input
            name={`rows[${at}].${name}`}
            defaultValue={row[name]}
            inputMode="numeric"
            autoComplete="off"
            aria-label={`${where} 的${label}`}
            aria-invalid={wrong.includes(name) || undefined}
            aria-describedby={wrong.includes(name) ? `row-${serial}-problems` : undefined}
          />
        </td>
      ))}
      <td>
        <button className="button small" {...button("up")} disabled={at === 0} aria-label={`上移 ${where}`}>
          上移
        </button>{" "}
        <button className="button small" {...button("down")} disabled={at === last} aria-label={`下移 ${where}`}>
          下移
        </button>{" "}
        <button className="button small" {...button("remove")} aria-label={`移除 ${where}`}>
          移除
        </button>
      </td>
    </tr>
  );
}

function TypeField({
  at,
  staType,
  end,
  direction,
  label,
}: {
  at: number;
  staType: number;
  end: boolean;
  direction: Direction;
  label: string;
}) {
  const name = `rows[${at}].staType`;
  if (end) {
    return (
      <>
        {typeWithin(staType)}
        <input type="hidden" name={name} value={staType} />
      </>
    );
  }
  return (
    <select name={name} defaultValue={staType} aria-label={label}>
      {innerTypes(direction).map((value) => (
        <option key={value} value={value}>
          {typeWithin(value)}
        </option>
      ))}
    </select>
  );
}
