import type { Choice, Field } from "~/kit/page/forms/field";
import { Fields } from "~/kit/page/forms/form-parts";
import { ChoiceField, NumberField, TextField } from "~/kit/page/forms/fields";
import { FILE_CRS, FILE_CRS_LABELS } from "~/transit/geo/file-crs";
import { ColumnFields, SheetFields } from "./column-fields";
import { networkColumns } from "./columns";
import type { StationPreview } from "./preview";

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
  return (
    <>
      <Fields>
        <ChoiceField field={fields.direction!} label="方向" choices={directions} empty={null} />
        <ChoiceField field={fields.crs!} label="坐标系" choices={crsChoices} empty={null} />
        <SheetFields fields={fields} sheets={preview.sheets} />
        <NumberField field={fields.near!} label="同名匹配距离" unit="米" hint="此距离内的同名站点视为同一站" />
        <TextField
          field={fields.prefix!}
          label="新站编号前缀"
          hint="文件没有编号时，用前缀加六位数字自动编号；留空则必须有编号"
        />
      </Fields>
      <ColumnFields fields={fields} columns={preview.columns} important={important} without={networkColumns} />
    </>
  );
}

const important = ["staName", "staSelfCode", "lng", "lat", "serial", "direction"] as const;
