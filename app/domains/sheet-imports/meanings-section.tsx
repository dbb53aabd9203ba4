import { OnceField } from "~/kit/page/forms/once";
import { Section } from "~/kit/page/screens";
import type { AskedMeaning } from "./preview";
import { ScrolledTable } from "./preview-tables";
import { Remember } from "./remember";
import styles from "./sheet-imports.module.css";
import type { TroubleProps } from "./trouble-screen";
import { importUrl } from "./urls";

/** Words of the file that name no record or choice: what is meant by each, asked once for all rows that say it. */
export function MeaningsSection({ row, asked }: Pick<TroubleProps, "row"> & { asked: AskedMeaning[] }) {
  if (asked.length === 0) return null;
  return (
    <Section title="值的对应">
      <p className="quiet">
        文件中的这些值没有找到对应的内容。在这里对应一次，全部行都按它读取；没有对应的仍按错误列出。一次最多列出 100
        个，先列行数最多的。
      </p>
      <form method="post" action={`${importUrl(row)}/columns`}>
        <OnceField />
        <ScrolledTable label="值的对应" headers={["项", "文件中的值", "行", "对应为"]}>
          {asked.flatMap((column) =>
            column.words.map(({ said, rows, first, meaning }) => (
              <tr key={`${column.name} ${said}`}>
                <td>{column.header}</td>
                <td>{said}</td>
                <td>
                  {rows === undefined ? "已对应" : rows === 1 ? `第 ${first} 行` : `${rows} 行，从第 ${first} 行起`}
                </td>
                <td>
                  <Meaning column={column} said={said} meaning={meaning} />
                </td>
              </tr>
            )),
          )}
        </ScrolledTable>
        <p className={styles.actions}>
          <button className="button">按所选的对应重新检查</button>
          <Remember row={row} />
        </p>
      </form>
    </Section>
  );
}

function Meaning({ column, said, meaning }: { column: AskedMeaning; said: string; meaning?: string }) {
  const { name, header, required, offered } = column;
  const field = `meaning.${name}.${said}`;
  const label = `${header}“${said}”对应为`;
  if (!offered)
    return (
      <input name={field} defaultValue={meaning ?? ""} aria-label={label} placeholder="编号或名称" maxLength={200} />
    );
  const known = meaning && !offered.includes(meaning) ? [meaning, ...offered] : offered;
  return (
    <select name={field} aria-label={label} defaultValue={meaning === "" ? nothing : (meaning ?? "")}>
      <option value="">（没有对应）</option>
      {!required && <option value={nothing}>（留空）</option>}
      {known.map((one) => (
        <option key={one} value={one}>
          {one}
        </option>
      ))}
    </select>
  );
}

/** Sent where a word is to count as an empty cell. */
export const nothing = "\u2205";
