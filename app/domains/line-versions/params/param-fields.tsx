import { ChoiceField, NumberField, TextField } from "~/kit/page/forms/fields";
import { FieldSet } from "~/kit/page/forms/form-parts";
import type { Reply } from "~/kit/page/forms/read-form";
import { useRoomForm } from "~/kit/page/forms/use-room-form";
import type { Conflict } from "~/kit/ground/problem";
import { ConflictScreen, FormScreen } from "~/kit/page/screens";
import { directionsOf, type NamedDirection } from "~/domains/lines/directions";
import type { DirectionView } from "~/domains/parameters/schema";
import { paramText } from "./params-in-words";
import type { RunningParams } from "./running-params";
import { paramFields, ParamForm, paramLabels } from "./schema";

interface ParamScreenProps extends Omit<ParamFieldsProps, "directions" | "reply"> {
  answer: { reply?: Reply; conflict?: Conflict } | undefined;
  lineType: number;
  view: DirectionView;
}

/** The form of a set of parameters, or both sides of a stale save. */
export function ParamScreen({ answer, lineType, view, ...form }: ParamScreenProps) {
  if (!answer?.conflict)
    return <ParamFields {...form} directions={directionsOf(lineType, view)} reply={answer?.reply} />;
  return (
    <ConflictScreen
      {...answer.conflict}
      labels={paramLabels}
      show={(name, value) => paramText(name, value, lineType, view) || "（空）"}
      cancelTo={form.cancelTo}
    />
  );
}

interface ParamFieldsProps {
  title: string;
  params: RunningParams;
  /** What takes effect where a field is left empty, in words, and from where: 线路 or 默认. */
  otherwise: Record<string, string>;
  directions: readonly NamedDirection[];
  version: number;
  reply: Reply | undefined;
  cancelTo: string;
}

function ParamFields({ title, params, otherwise, directions, version, reply, cancelTo }: ParamFieldsProps) {
  const [form, fields] = useRoomForm(ParamForm, reply, params);
  return (
    <FormScreen form={form} cancelTo={cancelTo} version={version} labels={paramLabels}>
      <FieldSet title={title}>
        <ChoiceField
          field={fields.startDirection}
          label={paramLabels.startDirection!}
          choices={directions.map(({ direction, directionName }) => ({
            value: String(direction),
            label: directionName,
          }))}
          empty="不单独设置"
          hint={otherwise.startDirection}
        />
        {paramFields.map(({ name, label, unit, least, most }) => (
          <NumberField
            key={name}
            field={fields[name]}
            label={label}
            unit={unit}
            hint={`${least} 到 ${most}；${otherwise[name]}`}
          />
        ))}
        <TextField field={fields.reason} label="修改原因" hint="记入修改历史" wide />
      </FieldSet>
    </FormScreen>
  );
}
