import type { Field } from "~/kit/page/forms/field";
import { Fields } from "~/kit/page/forms/form-parts";
import { ColumnFields, SheetFields } from "../stations/column-fields";
import { ChoiceField, RadioField } from "~/kit/page/forms/fields";
import { type StationColumn, stationColumnNames, stationColumns } from "../stations/columns";
import { dayTypes } from "./day-types";
import { departureLayouts, holdings, type Holds, layouts } from "./layouts";
import type { TableFacts } from "./table-choices";

/** Which column of a network's table says what. */
export function TableFields({ fields, facts, holds = "stations" }: Props) {
  return (
    <>
      <Fields>
        <SheetFields fields={fields} sheets={facts.sheets} />
        <RadioField
          field={fields.holds!}
          label="内容"
          choices={Object.entries(holdings).map(([value, label]) => ({ value, label }))}
          wide
        />
        {holds === "departures" && (
          <ChoiceField
            field={fields.days!}
            label="这些班次的运营日"
            choices={Object.entries(dayTypes).map(([value, { label }]) => ({ value, label }))}
            empty={null}
            hint="文件有“运营日”列时，以那一列为准"
          />
        )}
        <RadioField
          field={fields.layout!}
          label="排列"
          choices={Object.entries(holds === "departures" ? departureLayouts : layouts).map(([value, label]) => ({
            value,
            label,
          }))}
          wide
        />
      </Fields>
      {holds === "departures" ? (
        <ColumnFields fields={fields} columns={facts.columns} important={ofDepartures} without={notOfDepartures} />
      ) : (
        <ColumnFields fields={fields} columns={facts.columns} important={important} without={["departure", "days"]} />
      )}
    </>
  );
}

interface Props {
  fields: Record<string, Field>;
  facts: TableFacts;
  holds?: Holds;
}

const ofDepartures: readonly StationColumn[] = ["line", "lineId", "direction", "departure", "days"];
const notOfDepartures = stationColumnNames.filter((name) => !ofDepartures.includes(name));

const important = ["line", "lineId", "direction", "serial", "staName", "staSelfCode", "via", "lng", "lat"] as const;

export const tableLabels = Object.fromEntries(
  stationColumnNames.map((name) => [`column_${name}`, stationColumns[name].label]),
);
