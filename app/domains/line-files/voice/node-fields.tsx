import type { NodeType } from "~/domains/node-types/queries.server";
import { fieldKinds } from "~/domains/node-types/room";
import { nodeSections } from "~/domains/voice-versions/schema";
import { CheckField, NumberField, TextField } from "~/kit/page/forms/fields";
import { FieldSet } from "~/kit/page/forms/form-parts";
import { KindFields } from "~/kit/page/forms/kind-field";
import type { OfferedChoices } from "~/kit/page/forms/picks";
import type { Reply } from "~/kit/page/forms/read-form";
import { useRoomForm } from "~/kit/page/forms/use-room-form";
import type { MapRoad } from "~/kit/page/map/line-drawing";
import type { MapSettings } from "~/kit/page/map/map-settings";
import { PointField } from "~/kit/page/map/point-field";
import { FormScreen, RowSection } from "~/kit/page/screens";
import { LineNodeForm, type nodeValues } from "./node-form";

interface Props {
  type: NodeType;
  values: Partial<ReturnType<typeof nodeValues>>;
  isNew: boolean;
  /** What the node was when the form was shown. */
  was?: string;
  clips: OfferedChoices;
  settings: MapSettings;
  roads: readonly MapRoad[];
  cancelTo: string;
  deleteTo?: string;
  reply: Reply | undefined;
  pressed?: string;
}

export function LineNodeFields(props: Props) {
  const { type, values, isNew, was, clips, settings, roads, cancelTo, deleteTo, reply, pressed = "" } = props;
  const [form, fields] = useRoomForm(LineNodeForm, reply, values);
  const { items, texts, labels } = nodeSections(clips, form.allErrors);
  const own = fields.extra.getFieldset();
  return (
    <FormScreen
      form={form}
      cancelTo={cancelTo}
      note={type.typeName}
      labels={labels}
      actions={
        deleteTo && (
          <a className="button" href={deleteTo}>
            删除
          </a>
        )
      }
    >
      {was && <input type="hidden" name="was" value={was} />}
      <FieldSet title={`${type.typeName}节点`}>
        <TextField field={fields.name} label="名称" autoFocus={isNew && !reply} />
        <CheckField field={fields.isBroadcast} label="播报" />
        <CheckField field={fields.isReport} label="上报" hint="经过时车载机向中心上报" />
        <KindFields kinds={fieldKinds(type.columns)} fields={own} />
        {!isNew && <TextField field={fields.reason} label="修改原因" hint="记入修改历史" wide />}
      </FieldSet>
      <FieldSet title="位置">
        <NumberField field={fields.radius} label="半径" unit="米" hint={`10 到 500，留空为 ${type.defaultRadius}`} />
        <NumberField field={fields.azimuth} label="方位角" unit="°" hint="正北为 0，留空取路径的方向" />
        <NumberField field={fields.limitSpeed} label="限速" unit="公里/时" />
        <NumberField field={fields.distance} label="改为距起点" unit="米" hint="沿路径量；填了坐标就不用填" />
        <PointField
          lng={fields.lng}
          lat={fields.lat}
          settings={settings}
          roads={roads}
          height={300}
          was={isNew ? null : { lng: values.lng ?? null, lat: values.lat ?? null }}
        />
        <p className="quiet">节点总在路径上：离路径 50 米以内的点会移到路径上最近的地方。</p>
      </FieldSet>
      <RowSection
        {...items}
        pressed={pressed}
        title="专用播放列表"
        field={fields.items}
        empty="没有专用语音：按公共语音的配方播报。添加后，有专用语音的喇叭不再按配方。"
      />
      <RowSection
        {...texts}
        pressed={pressed}
        title="专用显示文字"
        field={fields.texts}
        empty="没有专用显示文字：按公共语音的配方显示。"
      />
    </FormScreen>
  );
}
