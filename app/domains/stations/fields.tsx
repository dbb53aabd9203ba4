import { asChoices, withCurrentChoice } from "~/kit/page/forms/field";
import {
  CheckField,
  ChoiceField,
  ChoicesField,
  DateField,
  NumberField,
  TextareaField,
  TextField,
} from "~/kit/page/forms/fields";
import { FieldSet } from "~/kit/page/forms/form-parts";
import type { Reply } from "~/kit/page/forms/read-form";
import { useRoomForm } from "~/kit/page/forms/use-room-form";
import type { MapSettings } from "~/kit/page/map/map-settings";
import { PointField } from "~/kit/page/map/point-field";
import type { MapRoad } from "~/kit/page/map/line-drawing";
import { FormScreen } from "~/kit/page/screens";
import { formOf } from "~/kit/room/screens";
import { stationRoom } from "./room";
import { roadSides, staFacilities, staKinds, staStates, StationForm, type StationRow } from "./schema";

interface StationFieldsProps {
  record: StationRow | null;
  reply: Reply | undefined;
  settings: MapSettings;
  roads: MapRoad[];
  /** Lines that call there. */
  lines: { lineUuid: string; lineName: string }[];
  /** What the dictionaries offer. */
  offered: { staKind?: string[]; staState?: string[] };
}

/** The form of a station, new or known. */
export function StationFields({ record: station, reply, settings, roads, lines, offered }: StationFieldsProps) {
  const ticked = station
    ? staFacilities.filter(({ value }) => station.facilities & value).map(({ value }) => String(value))
    : [];
  const [form, fields] = useRoomForm(
    StationForm,
    reply,
    station ? { ...station, facilities: ticked } : { state: 10, staKind: 1 },
  );
  return (
    <FormScreen form={form} {...formOf(stationRoom, station)}>
      <FieldSet title="基本信息">
        <TextField field={fields.staSelfCode} label="站点编号" hint="不与其他站点重复" autoFocus={!station} />
        <TextField field={fields.staName} label="站点名称" hint="同名站点可以有多个" />
        <TextField field={fields.nameEn} label="英文名称" />
        <ChoiceField
          field={fields.staKind}
          label="种类"
          choices={withCurrentChoice(staKinds, offered.staKind, fields.staKind)}
          empty={null}
        />
        <ChoiceField
          field={fields.state}
          label="状态"
          choices={withCurrentChoice(staStates, offered.staState, fields.state)}
          empty={null}
        />
        <ChoicesField field={fields.facilities} label="设施" choices={asChoices(staFacilities)} />
        <CheckField field={fields.isShare} label="与其他单位共用" />
      </FieldSet>
      <FieldSet title="位置">
        <PointField
          lng={fields.lng}
          lat={fields.lat}
          settings={settings}
          roads={roads}
          nearbyUrl={`${stationRoom.url}/nearby`}
        />
        {lines.length > 0 && (
          <CheckField
            field={fields.acknowledged}
            label={`移动站点会影响 ${lines.length} 条线路：${lines
              .slice(0, 8)
              .map(({ lineName }) => lineName)
              .join("、")}${lines.length > 8 ? " 等" : ""}；已确认`}
            wide
          />
        )}
        <NumberField field={fields.azimuth} label="方位角" unit="度" hint="车头方向，正北为 0，顺时针" />
        <TextField field={fields.road} label="所在道路" />
        <ChoiceField
          field={fields.roadSide}
          label="道路侧"
          choices={roadSides.map((side) => ({ value: side, label: side }))}
        />
        <TextField field={fields.district} label="行政区划" hint="6 位数字，例如 110108" />
        <TextField field={fields.address} label="地址" wide />
        <TextField field={fields.nearby} label="周边" wide />
      </FieldSet>
      <FieldSet title="其他">
        <DateField field={fields.openDate} label="启用日期" />
        <DateField field={fields.stopDate} label="停用日期" />
        <TextareaField field={fields.remark} label="备注" wide />
        {station && <TextField field={fields.reason} label="修改原因" hint="记入修改历史" wide />}
      </FieldSet>
    </FormScreen>
  );
}
