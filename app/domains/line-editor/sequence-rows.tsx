import { Fragment } from "react";
import type { Direction } from "~/domains/lines/directions";
import { RowProblems } from "~/domains/line-versions/screens/row-problems";
import { rowViews, viewShown } from "~/domains/line-versions/screens/row-fields";
import { PlaceHeads, RowViews, viewClass } from "~/domains/line-versions/screens/row-views";
import { isOpen } from "~/domains/line-versions/sequence/sequence-form";
import { Cell, type EditedRow, OpenStation, TypeField } from "./sequence-cells";
import type { SequenceProblem } from "~/domains/line-versions/sequence/sequence-check";
import table from "~/kit/page/tables/scrolled-table.module.css";
import styles from "~/domains/line-versions/lines.module.css";

const unseenFields = ["staUuid", "distance"] as const;

export interface SequenceRowsProps {
  direction: Direction;
  rows: EditedRow[];
  problems: SequenceProblem[];
  showSpacing: boolean;
  view?: string;
  focus?: string;
}

export function SequenceRows({ direction, rows, problems, showSpacing, view, focus }: SequenceRowsProps) {
  if (rows.length === 0) return <p className="quiet">这个方向还没有站点：在上面查找站点并添加。</p>;
  return (
    <div>
      <RowViews shown={viewShown(view, problems)} withUnits />
      <div className={table.scroller}>
        <table className={`${table.rows} ${styles.stations}`}>
          <caption className="unseen">站点序列</caption>
          <thead>
            <tr>
              <PlaceHeads distance={showSpacing ? "距起点 / 站距" : undefined} />
              {rowViews.map(({ value, fields }) =>
                fields.map(({ name, label }) => (
                  <th key={name} scope="col" className={viewClass[value]}>
                    {label}
                  </th>
                )),
              )}
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
                  columns={16}
                  id={`row-${at + 1}-problems`}
                />
              </Fragment>
            ))}
          </tbody>
        </table>
      </div>
    </div>
  );
}

interface RowProps extends Pick<SequenceRowsProps, "direction" | "showSpacing" | "focus"> {
  row: EditedRow;
  at: number;
  last: number;
  wrong: string[];
}

function Row({ row, at, direction, last, showSpacing, focus, wrong }: RowProps) {
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
            row[name] !== undefined &&
            !(isOpen(row) && name === "staUuid") && (
              <input key={name} type="hidden" name={`rows[${at}].${name}`} value={row[name]} />
            ),
        )}
      </td>
      {isOpen(row) ? (
        <td>
          <OpenStation row={row} at={at} wrong={wrong.includes("staUuid")} focused={focus === `seek:${serial}`} />
        </td>
      ) : (
        <td className={table.name} title={`${row.staName} ${row.staSelfCode}`}>
          {row.staName} <span className="quiet">{row.staSelfCode}</span>
        </td>
      )}
      <td className={viewClass.place}>
        <TypeField
          at={at}
          staType={row.staType}
          end={at === 0 || at === last}
          direction={direction}
          label={`${where} 的类型`}
        />
      </td>
      <td className={`${table.right} ${viewClass.place}`}>
        {row.along?.toFixed(3) ?? "—"}
        {showSpacing && row.spacing !== null && ` / ${row.spacing.toFixed(3)}`}
      </td>
      {rowViews.map(({ value, fields }) =>
        fields.map((field) => (
          <td key={field.name} className={viewClass[value]}>
            <Cell field={field} row={row} at={at} where={where} wrong={wrong.includes(field.name)} />
          </td>
        )),
      )}
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
