import type { Choice, Field } from "~/kit/page/forms/field";
import { ChoiceField, NumberField } from "~/kit/page/forms/fields";
import { columnLabel, type StationColumn, stationColumnNames, stationColumns } from "./columns";
import type { StationPreview } from "./preview";
import styles from "./stations.module.css";

type Fields = Record<string, Field>;

export function SheetFields({ fields, sheets }: { fields: Fields; sheets: readonly string[] }) {
  return (
    <>
      {sheets.length > 1 && (
        <ChoiceField
          field={fields.sheet!}
          label="工作表"
          choices={sheets.map((name) => ({ value: name, label: name }))}
          empty={null}
          hint="换工作表后各列重新识别"
        />
      )}
      <NumberField field={fields.headerRow!} label="表头所在行" hint="0：没有表头；改动后各列重新识别" />
    </>
  );
}

interface Props {
  fields: Fields;
  columns: StationPreview["columns"];
  important: readonly StationColumn[];
  /** Columns that are not asked for. */
  without?: readonly StationColumn[];
}

/** Which column of a table says what; those that are neither important nor known are folded away. */
export function ColumnFields({ fields, columns, important, without = [] }: Props) {
  const choices = columns.map(({ at, header, sample }): Choice => ({
    value: String(at),
    label: columnLabel(at, header, sample),
  }));
  const asked = stationColumnNames.filter((name) => !without.includes(name));
  const used = asked.filter((name) => important.includes(name) || fields[`column_${name}`]?.initialValue !== undefined);
  const others = asked.filter((name) => !used.includes(name));
  const choice = (name: StationColumn) => (
    <ChoiceField
      key={name}
      field={fields[`column_${name}`]!}
      label={stationColumns[name].label}
      choices={choices}
      empty="（没有）"
    />
  );
  return (
    <>
      <h3>各列的内容</h3>
      <div className={styles.columns}>{used.map(choice)}</div>
      <details className={styles.more}>
        <summary>
          其他列（
          {others
            .map((name) => stationColumns[name].label)
            .slice(0, 4)
            .join("、")}
          等 {others.length} 项）
        </summary>
        <div className={styles.columns}>{others.map(choice)}</div>
      </details>
    </>
  );
}
