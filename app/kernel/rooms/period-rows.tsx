import type { FieldMetadata, FieldName, FormMetadata } from "@conform-to/react";
import type { ReactNode } from "react";
import { errorOf, shown, type Choice, type Field } from "~/kernel/forms/field";
import type { Period } from "./periods";
import styles from "./period-rows.module.css";

interface PeriodRowsProps {
  form: Pick<FormMetadata<Record<string, unknown>>, "insert" | "remove">;
  /** Of a field whose rule is `Periods`. */
  field: { name: string };
  lines: readonly Choice[];
  /** What a new row begins with. */
  today: string;
}

/** The lines of a bus or a person as rows of a form: each with its days, whether it is the main line then, and a button to remove it. */
export function PeriodRows({ form, field, lines, today }: PeriodRowsProps) {
  const rows = (field as unknown as { getFieldList(): FieldMetadata<Period>[] }).getFieldList();
  const name = field.name as FieldName<Period[]>;
  return (
    <div className={styles.rows}>
      {/* The Enter key presses a form's first button, which must not be one that deletes a row. */}
      <button className="unseen" tabIndex={-1} aria-hidden="true">
        保存
      </button>
      <table>
        <thead>
          <tr>
            <th scope="col">行</th>
            <th scope="col">线路</th>
            <th scope="col">主线路</th>
            <th scope="col">开始日期</th>
            <th scope="col">结束日期</th>
            <th scope="col">
              <span className="unseen">操作</span>
            </th>
          </tr>
        </thead>
        <tbody>
          {rows.map((row, index) => {
            const { lineUuid, isMain, beginDate, endDate } = row.getFieldset() as unknown as Record<keyof Period, Field>;
            const chosen = shown(lineUuid) ?? "";
            const number = `第 ${index + 1} 行`;
            return (
              <tr key={index}>
                <td>{index + 1}</td>
                <Cell field={lineUuid}>
                  {/* A row just added is the one to go on with. */}
                  <select {...control(lineUuid, `${number}线路`)} defaultValue={chosen} autoFocus={!chosen}>
                    <option value="">请选择</option>
                    {lines.map(({ value, label }) => (
                      <option key={value} value={value}>
                        {label}
                      </option>
                    ))}
                    {chosen && !lines.some(({ value }) => value === chosen) && <option value={chosen}>（其他机构的线路）</option>}
                  </select>
                </Cell>
                <Cell field={isMain}>
                  <input type="checkbox" {...control(isMain, `${number}主线路`)} defaultChecked={/^(on|true)$/.test(shown(isMain) ?? "")} />
                </Cell>
                <Cell field={beginDate}>
                  <input type="date" {...control(beginDate, `${number}开始日期`)} defaultValue={shown(beginDate)} />
                </Cell>
                <Cell field={endDate}>
                  <input type="date" {...control(endDate, `${number}结束日期`)} defaultValue={shown(endDate)} />
                </Cell>
                <td>
                  <button className="linklike" {...form.remove.getButtonProps({ name, index })} aria-label={`删除${number}`}>
                    删除
                  </button>
                </td>
              </tr>
            );
          })}
        </tbody>
      </table>
      <p className="quiet">{rows.length === 0 ? "还没有线路。" : "结束日期是最后一天，留空表示长期；同一天只能有一条主线路。"}</p>
      <button className="button" {...form.insert.getButtonProps({ name, defaultValue: { beginDate: today } })}>
        增加一行
      </button>
    </div>
  );
}

function Cell({ field, children }: { field: Field; children: ReactNode }) {
  const error = errorOf(field);
  return (
    <td>
      {children}
      {error && (
        <p id={`${field.id}-error`} className={styles.error}>
          {error}
        </p>
      )}
    </td>
  );
}

const control = (field: Field, label: string) => ({
  id: field.id,
  name: field.name,
  "aria-label": label,
  "aria-invalid": field.errors ? true : undefined,
  "aria-describedby": field.errors ? `${field.id}-error` : undefined,
});
