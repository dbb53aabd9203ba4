import { asChoices } from "~/kit/page/forms/field";
import type { Choice } from "~/kit/page/forms/field";
import { ChoiceField, NumberField, TextareaField, TextField } from "~/kit/page/forms/fields";
import { FieldSet } from "~/kit/page/forms/form-parts";
import type { Reply } from "~/kit/page/forms/read-form";
import { useRoomForm } from "~/kit/page/forms/use-room-form";
import { coordsAsLines } from "~/transit/geo/coordinate-lines";
import type { MapRoad } from "~/kit/page/map/line-drawing";
import type { MapSettings } from "~/kit/page/map/map-settings";
import { PointField } from "~/kit/page/map/point-field";
import { ShapeField } from "~/kit/page/map/shape-field";
import { FormScreen } from "~/kit/page/screens";
import { formOf } from "~/kit/room/screens";
import { depotRoom } from "./room";
import { DepotForm, type DepotRow, ownerships, parkingStates, parkingTypes } from "./schema";

interface DepotFieldsProps {
  depot: DepotRow | null;
  reply: Reply | undefined;
  orgs: Choice[];
  settings: MapSettings;
  roads: MapRoad[];
}

/** The form of a depot, new or known. */
export function DepotFields({ depot, reply, orgs, settings, roads }: DepotFieldsProps) {
  const [form, fields] = useRoomForm(
    DepotForm,
    reply,
    depot ? { ...depot, outline: coordsAsLines(depot.outline) } : { parkingType: 1, state: 2 },
  );
  return (
    <FormScreen form={form} {...formOf(depotRoom, depot)}>
      <FieldSet title="基本信息">
        <TextField field={fields.parkingNum} label="场站编号" hint="不与其他场站重复" autoFocus={!depot} />
        <TextField field={fields.parkingName} label="场站名称" />
        <ChoiceField field={fields.parkingType} label="类型" choices={asChoices(parkingTypes)} empty={null} />
        <ChoiceField field={fields.orgId} label="所属机构" choices={orgs} />
        <ChoiceField field={fields.state} label="状态" choices={asChoices(parkingStates)} empty={null} />
        <ChoiceField field={fields.ownership} label="权属" choices={asChoices(ownerships)} />
        <TextField field={fields.level} label="等级" />
        <TextField field={fields.manager} label="负责人" />
        <TextField field={fields.phone} label="联系电话" />
      </FieldSet>
      <FieldSet title="设施">
        <NumberField field={fields.busBays} label="停车位" unit="个" />
        <NumberField field={fields.chargers} label="充电桩" unit="个" />
        <NumberField field={fields.repairPits} label="维修坑" unit="个" />
        <NumberField field={fields.landArea} label="占地面积" unit="m²" />
      </FieldSet>
      <FieldSet title="场界">
        <ShapeField coords={fields.outline} label="场界坐标" settings={settings} roads={roads} />
      </FieldSet>
      <FieldSet title="位置">
        <TextField field={fields.address} label="地址" wide />
        <PointField lng={fields.lng} lat={fields.lat} settings={settings} roads={roads} height={280} />
        <p className="quiet">坐标是出入口等代表位置；画了场界而坐标留空时，取场界的中心。</p>
      </FieldSet>
      <FieldSet title="其他">
        <TextareaField field={fields.remark} label="备注" wide />
        {depot && <TextField field={fields.reason} label="修改原因" hint="记入修改历史" wide />}
      </FieldSet>
    </FormScreen>
  );
}
