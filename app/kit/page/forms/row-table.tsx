import type { Choice } from "./field";
import { Finder, LookedFor } from "./finder";
import type { OfferedChoices } from "./picks";
import { Island } from "~/kit/page/islands/island";
import { Cell } from "./row-controls";
import type { TypedRow } from "./row-edits";
import styles from "./row-table.module.css";

export interface RowColumn {
  name: string;
  label: string;
  kind: "text" | "choice" | "check";
  choices?: Choice[];
  most?: number;
  numeric?: boolean;
  /** Pixels. */
  width: number;
  placeholder?: string;
}

export interface RowTableProps {
  /** The form's field of these rows. */
  list: string;
  /** What one row is called: 第 2 段. */
  unit: string;
  caption: string;
  columns: RowColumn[];
  rows: TypedRow[];
  most: number;
  fresh?: TypedRow;
  wrong: Record<string, string[]>;
  /** The button or field that has the focus: `up:3`, `content:4`. */
  focus?: string;
  empty: string;
  add: string;
  /** A search for what the rows' choices offer; `field` as `chosenIn` takes it. */
  finds?: { field: string; label: string; placeholder: string; offered: OfferedChoices };
}

/** Rows of a form, moved, added and removed by its buttons; with JavaScript a grid with dragging in the same place. */
export function RowTable(props: RowTableProps) {
  const { list, rows, most, add, finds } = props;
  return (
    <>
      {finds && !finds.offered.all && <RowFinder {...finds} leadsTo={`form-${list}`} />}
      <div id={`form-${list}`} tabIndex={-1}>
        <Island name="rowTableGrid" props={props as never} when="visible">
          <PlainRows {...props} />
        </Island>
      </div>
      {rows.length < most && (
        <p>
          <button className="button" name="do" value={`add:1:${list}`} formNoValidate>
            {add}
          </button>
        </p>
      )}
    </>
  );
}

function RowFinder({ offered, ...finds }: NonNullable<RowTableProps["finds"]> & { leadsTo: string }) {
  return (
    <div className={styles.find}>
      <Finder {...finds} keyword={offered.keyword} />
      <span data-found={finds.field} data-choices={JSON.stringify(offered.choices)}>
        <LookedFor field={finds.field} offered={offered} />
      </span>
    </div>
  );
}

function PlainRows(props: RowTableProps) {
  const { columns, rows, caption, empty, list, unit, focus } = props;
  if (rows.length === 0) return <p className="quiet">{empty}</p>;
  return (
    <div className={styles.scroller}>
      <table className={styles.rows}>
        <caption className="unseen">{caption}</caption>
        <thead>
          <tr>
            <th scope="col">序号</th>
            {columns.map(({ name, label, width }) => (
              <th key={name} scope="col" style={{ minWidth: width }}>
                {label}
              </th>
            ))}
            <th scope="col">操作</th>
          </tr>
        </thead>
        <tbody>
          {rows.map((row, at) => (
            <tr key={at}>
              <td>{at + 1}</td>
              {columns.map((column) => (
                <td key={column.name}>
                  <Cell {...props} column={column} row={row} at={at} />
                </td>
              ))}
              <td className={styles.buttons}>
                {(["up", "down", "remove"] as const).map((verb) => (
                  <button
                    key={verb}
                    className="button small"
                    name="do"
                    value={`${verb}:${at + 1}:${list}`}
                    autoFocus={focus === `${verb}:${at + 1}`}
                    disabled={(verb === "up" && at === 0) || (verb === "down" && at === rows.length - 1)}
                    formNoValidate
                    aria-label={`${verbs[verb]}第 ${at + 1} ${unit}`}
                  >
                    {verbs[verb]}
                  </button>
                ))}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

const verbs = { up: "上移", down: "下移", remove: "移除" };

/** What an error summary calls the fields of rows: 第 2 段内容. */
export function rowLabels(wrong: Record<string, unknown>, list: string, unit: string, columns: readonly RowColumn[]) {
  return Object.fromEntries(
    Object.keys(wrong).flatMap((name) => {
      const [, at, field] = name.startsWith(`${list}[`) ? (/\[(\d+)\]\.(\w+)$/.exec(name) ?? []) : [];
      return field
        ? [[name, `第 ${Number(at) + 1} ${unit}的${columns.find((one) => one.name === field)?.label ?? "内容"}`]]
        : [];
    }),
  );
}
