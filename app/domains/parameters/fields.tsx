import { HiddenField, NumberField, RadioField, TextareaField, TextField, TimeField } from "~/kit/page/forms/fields";
import { type Choice, type Field, yesNoChoices } from "~/kit/page/forms/field";
import { FieldSet } from "~/kit/page/forms/form-parts";
import type { Reply } from "~/kit/page/forms/read-form";
import { useRoomForm } from "~/kit/page/forms/use-room-form";
import { parseLngLat } from "~/transit/geo/lng-lat";
import type { MapRoad } from "~/kit/page/map/line-drawing";
import type { MapSettings } from "~/kit/page/map/map-settings";
import { PointField } from "~/kit/page/map/point-field";
import { FormScreen } from "~/kit/page/screens";
import { type Differently, inputsOf } from "~/kit/room/inputs";
import { formOf } from "~/kit/room/screens";
import { ParameterForm, parameterRoom, type ParameterRow, type ParameterType, parameterTypes } from "./room";
import { choicesOf, rangeOf } from "./values";
import styles from "./parameters.module.css";

interface ParameterFieldsProps {
  record: ParameterRow | null;
  paramType: ParameterType;
  /** One that the program reads: only its value and where it belongs may change. */
  seeded: boolean;
  reply: Reply | undefined;
  settings: MapSettings;
  roads: MapRoad[];
  choices: Record<string, readonly Choice[]>;
}

export function ParameterFields({ record, paramType, seeded, reply, settings, roads, choices }: ParameterFieldsProps) {
  const [lng, lat] = parseLngLat(record?.paramValue ?? "") ?? [];
  const [form, controls] = useRoomForm(ParameterForm, reply, record ? { ...record, lng, lat } : { scope: "ops" });
  const fields = controls as Record<string, Field>;
  const inputs = (...names: string[]) => inputsOf(parameterRoom.fields, fields, names, { choices }, differently);
  const differently: Record<string, Differently> = {
    paramName: { autoFocus: true, ...(seeded && { hint: "程序读取的参数不能改名", readOnly: true }) },
    title: { readOnly: seeded },
    mavenProject: { hint: choices.mavenProject?.length ? undefined : "还没有模块，可在模块管理中新增" },
  };
  return (
    <FormScreen form={form} {...formOf(parameterRoom, record)}>
      <FieldSet title="基本信息">
        {seeded ? <HiddenField field={fields.scope!} /> : inputs("scope")}
        {inputs("paramName", "title")}
        <HiddenField field={fields.paramType!} value={paramType} />
      </FieldSet>
      <FieldSet title="参数值">
        {!seeded && <TypeLinks current={paramType} />}
        <ValueField paramType={paramType} fields={fields} parameter={record} settings={settings} roads={roads} />
        {paramType === "number" && (seeded ? <Bounds fields={fields} /> : inputs("minimum", "maximum"))}
      </FieldSet>
      <FieldSet title="其他">
        {inputs("productCode", "mavenProject", "remark")}
        {record && <TextField field={fields.reason!} label="修改原因" hint="记入修改历史" wide />}
      </FieldSet>
    </FormScreen>
  );
}

/** The program's own bounds travel along unseen: the value's hint names them. */
const Bounds = ({ fields }: { fields: Record<string, Field> }) => (
  <>
    <HiddenField field={fields.minimum!} />
    <HiddenField field={fields.maximum!} />
  </>
);

interface ValueFieldProps {
  paramType: ParameterType;
  fields: Record<string, Field>;
  parameter: ParameterRow | null;
  settings: MapSettings;
  roads: MapRoad[];
}

const { label } = parameterRoom.fields.paramValue;

function ValueField({ paramType, fields, parameter, settings, roads }: ValueFieldProps) {
  const field = { ...bare(fields.paramValue!), required: paramType !== "text" };
  const choices = parameter && choicesOf(parameter);
  const range = parameter && rangeOf(parameter);
  if (choices) return <RadioField field={field} label={label} choices={choices} />;
  switch (paramType) {
    case "boolean":
      return <RadioField field={field} label={label} choices={yesNoChoices("是（1）", "否（0）")} />;
    case "number":
      return <NumberField field={field} label={label} hint={range ? `取值范围：${range}` : undefined} />;
    case "time":
      return <TimeField field={field} label={label} />;
    case "coordinate":
      return <PointField lng={fields.lng!} lat={fields.lat!} settings={settings} roads={roads} />;
    default:
      return <TextareaField field={field} label={label} wide />;
  }
}

/** Another type asks for the value in another way, so choosing one opens the form anew. */
function TypeLinks({ current }: { current: ParameterType }) {
  return (
    <p className={styles.types}>
      参数类型：
      {parameterTypes.map(({ value, label }) =>
        value === current ? (
          <strong key={value} aria-current="true">
            {label}
          </strong>
        ) : (
          <a key={value} href={`?type=${value}`}>
            {label}
          </a>
        ),
      )}
      <span className="quiet">
        请先选类型，再填写其他内容（当前：{parameterRoom.words.show("paramType", current)}）
      </span>
    </p>
  );
}

function bare({ id, name, initialValue, errors, maxLength }: Field): Field {
  return { id, name, initialValue, errors, maxLength };
}
