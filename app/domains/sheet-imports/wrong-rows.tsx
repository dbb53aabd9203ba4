import { OnceField } from "~/kit/page/forms/once";
import { Island } from "~/kit/page/islands/island";
import type { ImportView } from "./load-import.server";
import { cellName, type ShownFault, type ShownRow, type ShownRows } from "./preview";
import { Rows } from "./preview-tables";
import styles from "./sheet-imports.module.css";
import { importUrl } from "./urls";

interface Props {
  shown: ShownRows;
  row: ImportView;
  page: number;
  size: number;
  mayCorrect: boolean;
}

/** The form of wrong rows: turning its pages sends it. */
export const correctionForm = "corrections";

/** Wrong rows with their cells to type into; what is corrected is judged again alone. */
export function WrongRows({ shown, row, page, size, mayCorrect }: Props) {
  const lists = listsOf(shown.rows);
  const table = (
    <Rows label="有错误的行" headers={[...shown.headers, "错误与改正"]} rows={shown.rows}>
      {(one) => (
        <>
          {one.cells.map((cell, at) => (
            <td key={at}>{cell}</td>
          ))}
          <td className={styles.wide}>
            {[...one.faults, ...one.others].map((fault, at) => (
              <Fault key={at} row={one.row} fault={fault} mayCorrect={mayCorrect} />
            ))}
            {mayCorrect && one.row !== shown.whole && (
              <button className={styles.link} name="row" value={one.row}>
                改这一行的其他列
              </button>
            )}
          </td>
        </>
      )}
    </Rows>
  );
  if (!mayCorrect) return table;
  return (
    <form
      method="post"
      id={correctionForm}
      action={`${importUrl(row)}/correct?page=${page}&size=${size}`}
      data-keep-typing=""
    >
      <OnceField />
      <button hidden aria-hidden="true" tabIndex={-1} />
      <Island name="correctionGrid" props={shown.grid!}>
        {table}
        {[...lists].map(([name, offered]) => (
          <datalist key={name} id={`offered-${name}`}>
            {offered.map((label) => (
              <option key={label} value={label} />
            ))}
          </datalist>
        ))}
      </Island>
      <div className={styles.foot}>
        <button className="button primary">改正本页</button>
        <span className="quiet">翻页也会保存本页的改正；只重新检查改过的行；导入的是改正后的内容，您的原文件不变</span>
      </div>
    </form>
  );
}

function Fault({ row, fault, mayCorrect }: { row: number; fault: ShownFault; mayCorrect: boolean }) {
  const { name, header, letter, text, messages } = fault;
  const words = messages.join("；");
  if (!name || !mayCorrect)
    return (
      <p className={styles.words}>
        {header && `${header}${letter && `（${letter} 列）`}：`}
        {text && `“${text}” `}
        {words}
      </p>
    );
  const id = `cell-${row}-${name}`;
  return (
    <div className={styles.fault}>
      <label htmlFor={id}>
        {header} <span className="quiet">{letter} 列</span>
      </label>
      <input
        id={id}
        className={styles.cell}
        name={cellName(row, name)}
        defaultValue={text}
        list={fault.offered && `offered-${name}`}
        aria-invalid={messages.length > 0 || undefined}
        aria-describedby={words ? `${id}-words` : undefined}
        autoComplete="off"
      />
      <span id={`${id}-words`} className={styles.words}>
        {words}
      </span>
    </div>
  );
}

function listsOf(rows: readonly ShownRow[]): Map<string, readonly string[]> {
  const faults = rows.flatMap((row) => [...row.faults, ...row.others]);
  return new Map(faults.flatMap(({ name, offered }) => (offered ? [[name, offered]] : [])));
}
