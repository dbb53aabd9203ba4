import type { Choice, Field } from "~/kit/page/forms/field";
import { Fields } from "~/kit/page/forms/form-parts";
import { ChoiceField, NumberField, TextField } from "~/kit/page/forms/fields";
import { FILE_CRS, FILE_CRS_LABELS } from "~/transit/geo/file-crs";
import { columnLabel, type StationColumn, stationColumnNames, stationColumns } from "./columns";
import type { StationPreview } from "./preview";
import styles from "./stations.module.css";

export const crsChoices: Choice[] = FILE_CRS.map((value) => ({ value, label: FILE_CRS_LABELS[value] }));

/** Which directions a file may be for; `file`: a column of it says. */
export function directionChoices(names: readonly { direction: number; directionName: string }[]): Choice[] {
  const own = names.map(({ direction, directionName }) => ({ value: String(direction), label: directionName }));
  return own.length > 1 ? [...own, { value: "file", label: "按文件中的方向列" }] : own;
}

interface Props {
  fields: Record<string, Field>;
  preview: StationPreview;
  directions: Choice[];
}

export function ChoicesFields({ fields, preview, directions }: Props) {
  const columns = preview.columns.map(({ at, header, sample }): Choice => ({
    value: String(at),
    label: columnLabel(at, header, sample),
  }));
  const used = stationColumnNames.filter(
    (name) => important.has(name) || fields[nameOf(name)]?.initialValue !== undefined,
  );
  const others = stationColumnNames.filter((name) => !used.includes(name));
  const choice = (name: StationColumn) => (
    <ChoiceField
      key={name}
      field={fields[nameOf(name)]!}
      label={stationColumns[name].label}
      choices={columns}
      empty="（没有）"
    />
  );
  return (
    <>
      <Fields>
        <ChoiceField field={fields.direction!} label="方向" choices={directions} empty={null} />
        <ChoiceField field={fields.crs!} label="坐标系" choices={crsChoices} empty={null} />
        {preview.sheets.length > 1 && (
          <ChoiceField
            field={fields.sheet!}
            label="工作表"
            choices={preview.sheets.map((name) => ({ value: name, label: name }))}
            empty={null}
            hint="换工作表后各列重新识别"
          />
        )}
        <NumberField field={fields.headerRow!} label="表头所在行" hint="0：没有表头；改动后各列重新识别" />
        <NumberField field={fields.near!} label="同名匹配距离" unit="米" hint="此距离内的同名站点视为同一站" />
        <TextField
          field={fields.prefix!}
          label="新站编号前缀"
          hint="文件没有编号时，用前缀加六位数字自动编号；留空则必须有编号"
        />
      </Fields>
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

const important = new Set<StationColumn>(["staName", "staSelfCode", "lng", "lat", "serial", "direction"]);
const nameOf = (name: StationColumn) => `column_${name}`;
