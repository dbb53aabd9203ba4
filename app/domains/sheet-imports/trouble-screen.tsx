import { ImportSteps } from "~/kit/page/import-flow/import-steps";
import { PlanNote } from "~/kit/room/sheets/plan-note";
import { OnceField } from "~/kit/page/forms/once";
import { Heading, Section } from "~/kit/page/screens";
import { columnName } from "~/kit/page/sheets/sheet";
import { firstRows } from "~/kit/room/sheets/header";
import type { ImportView } from "./load-import.server";
import { Remember } from "./remember";
import { Summary } from "./summary";
import styles from "./sheet-imports.module.css";
import { importsUrl, importUrl } from "./urls";

export interface TroubleProps {
  row: ImportView;
  columns: {
    name: string;
    header: string;
    required: boolean;
    at: number;
    letter: string;
    /** What it is in all rows, where the file has no column for it. */
    constant?: string;
    offered: string[];
  }[];
  mayImport: boolean;
}

export function TroubleScreen({ row, columns, mayImport }: TroubleProps) {
  const { trouble, match, sheet, sheets = [], samples = [] } = row.preview!;
  const url = importUrl(row);
  return (
    <>
      <Heading note={<ImportSteps at="check" />}>
        {!trouble && (
          <a className="button" href={url}>
            返回预览
          </a>
        )}
        <a className="button" href={`${importsUrl}/template?template=${encodeURIComponent(row.templateCode)}`} download>
          下载{row.title}模板
        </a>
        {mayImport && (
          <a className="button" href={`${url}/cancel`}>
            取消导入
          </a>
        )}
      </Heading>
      <Section title="文件的列">
        {trouble && (
          <p role="alert" className="notice bad">
            {trouble}
          </p>
        )}
        <PlanNote plan={row.preview!.plan} action={`${importUrl(row)}/columns`} mayImport={mayImport} />
        <ColumnNotes row={row} columns={columns} />
        {mayImport && (match || sheets.length > 1) && (
          <form method="post" action={`${url}/columns`}>
            <OnceField />
            {sheets.length > 1 && (
              <div className={styles.columns}>
                <label>
                  工作表
                  <select name="sheet" defaultValue={sheet}>
                    {sheets.map(({ name, hidden }) => (
                      <option key={name} value={name}>
                        {name}
                        {hidden && "（隐藏）"}
                      </option>
                    ))}
                  </select>
                </label>
              </div>
            )}
            {match && (
              <div className={styles.columns}>
                <label>
                  表头在第几行
                  <input
                    name="headerRow"
                    type="number"
                    min={0}
                    max={firstRows}
                    defaultValue={row.headerRow}
                    aria-describedby="header-row"
                  />
                </label>
              </div>
            )}
            {match && (
              <p className="quiet" id="header-row">
                没有表头填 0。换一行作表头时，先重新检查，再对应列。
              </p>
            )}
            {match && (
              <div className={styles.columns}>
                {columns.map(({ name, header, required, at, constant, offered }) => (
                  <div key={name}>
                    <label>
                      {header}
                      {required && "*"}
                      <select name={`column.${name}`} defaultValue={at}>
                        <option value={-1}>（文件中没有）</option>
                        {match.headers.map((words, place) => (
                          <option key={place} value={place}>
                            {columnName(place)} 列 {words || (match.row > 0 ? "（没有表头）" : "")}
                            {samples[place] && `（例 ${samples[place]}）`}
                          </option>
                        ))}
                      </select>
                    </label>
                    {at === -1 && (
                      <input
                        name={`constant.${name}`}
                        defaultValue={constant}
                        placeholder="固定值，用于全部行"
                        aria-label={`${header}的固定值，用于全部行`}
                        list={offered.length > 0 ? `offered-${name}` : undefined}
                        maxLength={500}
                      />
                    )}
                    {at === -1 && offered.length > 0 && (
                      <datalist id={`offered-${name}`}>
                        {offered.map((one) => (
                          <option key={one} value={one} />
                        ))}
                      </datalist>
                    )}
                  </div>
                ))}
              </div>
            )}
            <p className={styles.actions}>
              <button className="button primary">按所选的列重新检查</button>
              {match && <Remember row={row} />}
            </p>
          </form>
        )}
      </Section>
      <Section title="导入">
        <Summary row={row} />
      </Section>
    </>
  );
}

export function ColumnNotes({ row, columns }: Pick<TroubleProps, "row" | "columns">) {
  const { match } = row.preview!;
  if (!match) return null;
  const missing = columns
    .filter(({ name, constant }) => match.missing.includes(name) && constant === undefined)
    .map(({ header }) => header);
  const fixed = columns.flatMap(({ header, constant }) => (constant === undefined ? [] : `${header} ${constant}`));
  const guessed = columns.flatMap(({ name, header, letter }) =>
    match.guessed?.[name] && match.headers[match.columns[name]!] === match.guessed[name]
      ? `${letter} 列“${match.guessed[name]}”→${header}`
      : [],
  );
  const unknown = match.unknown.map(({ column, header }) => `${columnName(column)} 列“${header}”`);
  if (missing.length + unknown.length + fixed.length + guessed.length === 0 && !match.moved) return null;
  return (
    <ul className={styles.notes}>
      {fixed.length > 0 && <li>全部行用固定值：{fixed.join("；")}</li>}
      {guessed.length > 0 && <li>表头与模板不同，按意思对应，请核对：{guessed.join("、")}</li>}
      {missing.length > 0 && <li>文件中没有这些列，已有的内容保持原样：{missing.join("、")}</li>}
      {unknown.length > 0 && <li>模板中没有这些列，不会导入：{unknown.join("、")}</li>}
      {match.moved && <li>列的顺序与模板不同，已按表头对应。</li>}
    </ul>
  );
}
