import { ChoiceField, NumberField } from "~/kit/page/forms/fields";
import type { Choice, Field } from "~/kit/page/forms/field";
import { Fields } from "~/kit/page/forms/form-parts";
import { columnLabel, type Columns, type StationColumn, stationColumnNames, stationColumns } from "../stations/columns";
import styles from "../stations/stations.module.css";
import type { TableFacts } from "./table-choices";

interface Props {
  fields: Record<string, Field>;
  facts: TableFacts;
  columns: Columns;
}

/** Which column of a network's table says what. */
export function TableFields({ fields, facts, columns }: Props) {
  const offered = facts.columns.map(({ at, header, sample }): Choice => ({
    value: String(at),
    label: columnLabel(at, header, sample),
  }));
  const isShown = (name: StationColumn) => important.has(name) || columns[name] !== undefined;
  const choose = (name: StationColumn) => (
    <ChoiceField
      key={name}
      field={fields[`column_${name}`]!}
      label={stationColumns[name].label}
      choices={offered}
      empty="（没有）"
    />
  );
  return (
    <>
      <Fields>
        {facts.sheets.length > 1 && (
          <ChoiceField
            field={fields.sheet!}
            label="工作表"
            choices={facts.sheets.map((name) => ({ value: name, label: name }))}
            empty={null}
            hint="换工作表后各列重新识别"
          />
        )}
        <NumberField field={fields.headerRow!} label="表头所在行" hint="0：没有表头；改动后各列重新识别" />
      </Fields>
      <h3>各列的内容</h3>
      <div className={styles.columns}>{stationColumnNames.filter(isShown).map(choose)}</div>
      <details className={styles.more}>
        <summary>其他列</summary>
        <div className={styles.columns}>{stationColumnNames.filter((name) => !isShown(name)).map(choose)}</div>
      </details>
    </>
  );
}

const important = new Set<StationColumn>([
  "line",
  "lineId",
  "direction",
  "serial",
  "staName",
  "staSelfCode",
  "lng",
  "lat",
]);

export const tableLabels = Object.fromEntries(
  stationColumnNames.map((name) => [`column_${name}`, stationColumns[name].label]),
);
