import type { Field } from "~/kit/page/forms/field";
import { Fields } from "~/kit/page/forms/form-parts";
import { ColumnFields, SheetFields } from "../stations/column-fields";
import { stationColumnNames, stationColumns } from "../stations/columns";
import type { TableFacts } from "./table-choices";

/** Which column of a network's table says what. */
export function TableFields({ fields, facts }: { fields: Record<string, Field>; facts: TableFacts }) {
  return (
    <>
      <Fields>
        <SheetFields fields={fields} sheets={facts.sheets} />
      </Fields>
      <ColumnFields fields={fields} columns={facts.columns} important={important} />
    </>
  );
}

const important = ["line", "lineId", "direction", "serial", "staName", "staSelfCode", "lng", "lat"] as const;

export const tableLabels = Object.fromEntries(
  stationColumnNames.map((name) => [`column_${name}`, stationColumns[name].label]),
);
