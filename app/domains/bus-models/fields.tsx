import { asChoices } from "~/kit/page/forms/field";
import { ChoiceField, NumberField, TextareaField, TextField } from "~/kit/page/forms/fields";
import { FieldSet } from "~/kit/page/forms/form-parts";
import type { Reply } from "~/kit/page/forms/read-form";
import { useRoomForm } from "~/kit/page/forms/use-room-form";
import { FormScreen } from "~/kit/page/screens";
import { formOf } from "~/kit/room/screens";
import { busModelRoom } from "./room";
import { BusModelForm, type BusModelRow, deckTypes, emissions, energyTypes } from "./schema";

/** The form of a bus model, new or known. */
export function BusModelFields({ record, reply }: { record: BusModelRow | null; reply?: Reply }) {
  const [form, fields] = useRoomForm(BusModelForm, reply, record ?? { energyType: 5 });
  return (
    <FormScreen form={form} {...formOf(busModelRoom, record)}>
      <FieldSet title="基本信息">
        <TextField field={fields.modelNum} label="型号" hint="不与其他型号重复" autoFocus={!record} />
        <TextField field={fields.modelName} label="名称" />
        <TextField field={fields.brand} label="品牌" />
        <TextField field={fields.manufacturer} label="厂家" />
        <ChoiceField field={fields.energyType} label="能源类型" choices={asChoices(energyTypes)} empty={null} />
        <ChoiceField
          field={fields.emission}
          label="排放标准"
          choices={emissions.map((emission) => ({ value: emission, label: emission }))}
        />
        <TextField field={fields.icon} label="图标" hint="监控地图上车辆的图标名" />
      </FieldSet>
      <FieldSet title="车身与载客">
        <NumberField field={fields.length} label="车长" unit="毫米" />
        <NumberField field={fields.width} label="车宽" unit="毫米" />
        <NumberField field={fields.height} label="车高" unit="毫米" />
        <NumberField field={fields.grossMass} label="总质量" unit="千克" />
        <NumberField field={fields.seats} label="座位数" unit="座" />
        <NumberField field={fields.approved} label="核载人数" unit="人" hint="包括站立的乘客" />
        <NumberField field={fields.doors} label="车门数" unit="个" />
        <ChoiceField field={fields.deckType} label="车身" choices={asChoices(deckTypes)} />
      </FieldSet>
      <FieldSet title="动力与其他">
        <NumberField field={fields.batteryKwh} label="电池容量" unit="千瓦时" />
        <NumberField field={fields.rangeKm} label="续航里程" unit="公里" />
        <NumberField field={fields.maxSpeed} label="最高车速" unit="公里/时" />
        <TextareaField field={fields.remark} label="备注" wide />
        {record && <TextField field={fields.reason} label="修改原因" hint="记入修改历史" wide />}
      </FieldSet>
    </FormScreen>
  );
}
