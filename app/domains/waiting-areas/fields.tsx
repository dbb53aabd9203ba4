import { asChoices } from "~/kit/page/forms/field";
import type { Field } from "~/kit/page/forms/field";
import { CheckField, ChoiceField, NumberField, TextareaField, TextField } from "~/kit/page/forms/fields";
import { FieldSet } from "~/kit/page/forms/form-parts";
import { PickField } from "~/kit/page/forms/pick-field";
import type { Picks } from "~/kit/page/forms/picks";
import type { Reply } from "~/kit/page/forms/read-form";
import { SearchedTicks } from "~/kit/page/forms/searched-ticks";
import { useRoomForm } from "~/kit/page/forms/use-room-form";
import { coordsAsLines } from "~/transit/geo/coordinate-lines";
import type { MapRoad } from "~/kit/page/map/line-drawing";
import type { MapSettings } from "~/kit/page/map/map-settings";
import type { MapShape } from "~/transit/geo/shape";
import { ShapeField } from "~/kit/page/map/shape-field";
import { FormScreen } from "~/kit/page/screens";
import { formOf } from "~/kit/room/screens";
import { waitingAreaRoom } from "./room";
import { directions, queueRules, WaitingAreaForm, type WaitingAreaRow } from "./schema";

interface WaitingAreaFieldsProps {
  record: WaitingAreaRow | null;
  reply: Reply | undefined;
  /** For a new one, the fence that was asked for. */
  fenceUuid?: string;
  picks: Picks;
  /** The fences to lie in, behind the drawing. */
  around: MapShape[];
  settings: MapSettings;
  roads: MapRoad[];
}

/** The form of a waiting area, new or known. */
export function WaitingAreaFields({
  record: area,
  reply,
  fenceUuid,
  picks,
  around,
  settings,
  roads,
}: WaitingAreaFieldsProps) {
  const [form, fields] = useRoomForm(
    WaitingAreaForm,
    reply,
    area ? { ...area, coords: coordsAsLines(area.coords) } : { fenceUuid, queueRule: 1, enabled: true },
  );
  return (
    <FormScreen form={form} {...formOf(waitingAreaRoom, area)}>
      <FieldSet title="基本信息">
        <TextField field={fields.waitName} label="待车区名称" hint="同一围栏内不重复" autoFocus={!area} />
        <PickField
          field={fields.fenceUuid}
          label="所属围栏"
          offered={picks.fenceUuid!}
          placeholder="围栏名称、编号或拼音"
        />
        <ChoiceField field={fields.direction} label="方向" choices={asChoices(directions)} empty="不限" />
        <NumberField field={fields.capacity} label="车位数" unit="个" hint="1 到 100" />
        <NumberField field={fields.entryAzimuth} label="进入方位角" unit="度" hint="车头方向，正北为 0，顺时针" />
        <ChoiceField field={fields.queueRule} label="排队规则" choices={asChoices(queueRules)} empty={null} />
        <CheckField field={fields.enabled} label="启用" />
        <SearchedTicks
          field={fields.lineUuids as Field}
          label="线路"
          offered={picks.lineUuids!}
          placeholder="线路名称、拼音或首字母"
        />
      </FieldSet>
      <FieldSet title="范围">
        <ShapeField
          coords={fields.coords as Field}
          settings={settings}
          roads={roads}
          around={around}
          hint="每行一个“经度,纬度”，3 到 200 个点，画在虚线的围栏之内，最多超出 5 米；也可在地图上画"
        />
      </FieldSet>
      <FieldSet title="其他">
        <TextareaField field={fields.remark} label="备注" wide />
        {area && <TextField field={fields.reason} label="修改原因" hint="记入修改历史" wide />}
      </FieldSet>
    </FormScreen>
  );
}
