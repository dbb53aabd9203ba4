import {
  ChoiceField,
  HiddenField,
  NumberField,
  RadioField,
  TextareaField,
  TextField,
  TimeField,
} from "~/kit/page/forms/fields";
import type { Choice, Field } from "~/kit/page/forms/field";
import { FieldSet } from "~/kit/page/forms/form-parts";
import type { Reply } from "~/kit/page/forms/read-form";
import { useRoomForm } from "~/kit/page/forms/use-room-form";
import { parseLngLat } from "~/transit/geo/lng-lat";
import type { MapRoad } from "~/kit/page/map/line-drawing";
import type { MapSettings } from "~/kit/page/map/map-settings";
import { PointField } from "~/kit/page/map/point-field";
import { FormScreen } from "~/kit/page/screens";
import { formOf } from "~/kit/room/screens";
import { parameterRoom } from "./room";
import {
  ParameterForm,
  type ParameterRow,
  parameterScopes,
  type ParameterType,
  parameterTypes,
  wordOf,
} from "./schema";
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
  products: Choice[];
  modules: Choice[];
}

/** The form of a parameter; its value's control follows its type. */
export function ParameterFields({
  record: parameter,
  paramType,
  seeded,
  reply,
  settings,
  roads,
  products,
  modules,
}: ParameterFieldsProps) {
  const [lng, lat] = parseLngLat(parameter?.paramValue ?? "") ?? [];
  const [form, fields] = useRoomForm(ParameterForm, reply, parameter ? { ...parameter, lng, lat } : { scope: "ops" });
  return (
    <FormScreen form={form} {...formOf(parameterRoom, parameter)}>
      <FieldSet title="基本信息">
        {seeded ? (
          <HiddenField field={fields.scope} />
        ) : (
          <ChoiceField
            field={fields.scope}
            label="参数范围"
            choices={parameterScopes}
            empty={null}
            hint="系统参数按名称读取，运营参数按编码读取"
          />
        )}
        <TextField
          field={fields.paramName}
          label="参数名称"
          hint={seeded ? "程序读取的参数不能改名" : "字母、数字、下划线、点和减号；同一范围内不重复"}
          readOnly={seeded}
          autoFocus={!parameter}
        />
        <TextField field={fields.title} label="参数说明" readOnly={seeded} />
        <HiddenField field={fields.paramType} value={paramType} />
      </FieldSet>
      <FieldSet title="参数值">
        {!seeded && <TypeLinks current={paramType} />}
        <ValueField paramType={paramType} fields={fields} parameter={parameter} settings={settings} roads={roads} />
        {paramType === "number" && <Bound field={fields.minimum} label="最小值" seeded={seeded} />}
        {paramType === "number" && <Bound field={fields.maximum} label="最大值" seeded={seeded} />}
      </FieldSet>
      <FieldSet title="其他">
        <ChoiceField field={fields.productCode} label="所属产品" choices={products} />
        <ChoiceField
          field={fields.mavenProject}
          label="所属模块"
          choices={modules}
          hint={modules.length === 0 ? "还没有模块，可在模块管理中新增" : undefined}
        />
        <TextareaField field={fields.remark} label="备注" wide />
        {parameter && <TextField field={fields.reason} label="修改原因" hint="记入修改历史" wide />}
      </FieldSet>
    </FormScreen>
  );
}

/** The program's own bounds travel along unseen: the value's hint names them. */
function Bound({ field, label, seeded }: { field: Field; label: string; seeded: boolean }) {
  return seeded ? <HiddenField field={field} /> : <NumberField field={field} label={label} hint="空为不限" />;
}

interface ValueFieldProps {
  paramType: ParameterType;
  fields: Record<"paramValue" | "lng" | "lat", Field>;
  parameter: ParameterRow | null;
  settings: MapSettings;
  roads: MapRoad[];
}

function ValueField({ paramType, fields, parameter, settings, roads }: ValueFieldProps) {
  const field = { ...bare(fields.paramValue), required: paramType !== "text" };
  const choices = parameter && choicesOf(parameter);
  const range = parameter && rangeOf(parameter);
  if (choices) return <RadioField field={field} label="参数值" choices={choices} />;
  switch (paramType) {
    case "boolean":
      return (
        <RadioField
          field={field}
          label="参数值"
          choices={[
            { value: "1", label: "是（1）" },
            { value: "0", label: "否（0）" },
          ]}
        />
      );
    case "number":
      return <NumberField field={field} label="参数值" hint={range ? `取值范围：${range}` : undefined} />;
    case "time":
      return <TimeField field={field} label="参数值" />;
    case "coordinate":
      return <PointField lng={fields.lng} lat={fields.lat} settings={settings} roads={roads} />;
    default:
      return <TextareaField field={field} label="参数值" wide />;
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
      <span className="quiet">请先选类型，再填写其他内容（当前：{wordOf(parameterTypes, current)}）</span>
    </p>
  );
}

/** A conform field's facts without its getters. */
function bare({ id, name, initialValue, errors, maxLength }: Field): Field {
  return { id, name, initialValue, errors, maxLength };
}
