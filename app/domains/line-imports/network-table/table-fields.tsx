import type { Field } from "~/kit/page/forms/field";
import { Fields } from "~/kit/page/forms/form-parts";
import { ColumnFields, SheetFields } from "../stations/column-fields";
import { CheckField, ChoiceField, RadioField, TextField } from "~/kit/page/forms/fields";
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
        <DirectionFields fields={fields} facts={facts} />
      </Fields>
      {holds === "departures" ? (
        <ColumnFields fields={fields} columns={facts.columns} important={ofDepartures} without={notOfDepartures} />
      ) : (
        <ColumnFields fields={fields} columns={facts.columns} important={important} without={["departure", "days"]} />
      )}
    </>
  );
}

/** What the table calls its directions, asked where it has words of its own. */
function DirectionFields({ fields, facts: { unknownDirections = [] } }: Pick<Props, "fields" | "facts">) {
  const isAsked = (["upWords", "downWords", "eachLine"] as const).some((name) => fields[name]?.initialValue);
  if (unknownDirections.length === 0 && !isAsked) return null;
  const found = unknownDirections.slice(0, 8).map(({ word, rows }) => `${word.slice(0, 20)}（${rows} 行）`);
  const more = unknownDirections.length > found.length ? "……" : "";
  const hint = found.length > 0 ? `方向列中不认识的词：${found.join("、")}${more}` : "多个词用顿号分开";
  return (
    <>
      <TextField field={fields.upWords!} label="上行写作" hint={hint} />
      <TextField field={fields.downWords!} label="下行写作" hint="多个词用顿号分开" />
      <CheckField field={fields.eachLine!} label="方向列写的是终点：每条线路先出现的为上行，另一个为下行" wide />
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
