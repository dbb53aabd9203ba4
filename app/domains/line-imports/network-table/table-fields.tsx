import type { Field } from "~/kit/page/forms/field";
import { Fields } from "~/kit/page/forms/form-parts";
import { ColumnFields, SheetFields } from "../stations/column-fields";
import { RadioField } from "~/kit/page/forms/fields";
import { stationColumnNames, stationColumns } from "../stations/columns";
import { layouts } from "./layouts";
import type { TableFacts } from "./table-choices";

/** Which column of a network's table says what. */
export function TableFields({ fields, facts }: { fields: Record<string, Field>; facts: TableFacts }) {
  return (
    <>
      <Fields>
        <SheetFields fields={fields} sheets={facts.sheets} />
        <RadioField
          field={fields.layout!}
          label="排列"
          choices={Object.entries(layouts).map(([value, label]) => ({ value, label }))}
          wide
        />
      </Fields>
      <ColumnFields fields={fields} columns={facts.columns} important={important} />
    </>
  );
}

const important = ["line", "lineId", "direction", "serial", "staName", "staSelfCode", "via", "lng", "lat"] as const;

export const tableLabels = Object.fromEntries(
  stationColumnNames.map((name) => [`column_${name}`, stationColumns[name].label]),
);
