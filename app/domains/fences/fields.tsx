import type { MapRoad } from "~/kit/page/map/line-drawing";
import type { Choice, Field } from "~/kit/page/forms/field";
import { asChoices } from "~/kit/page/forms/field";
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
import type { Picks } from "~/kit/page/forms/picks";
import type { Reply } from "~/kit/page/forms/read-form";
import { SearchedTicks } from "~/kit/page/forms/searched-ticks";
import { useRoomForm } from "~/kit/page/forms/use-room-form";
import { coordsAsLines } from "~/transit/geo/coordinate-lines";
import type { MapSettings } from "~/kit/page/map/map-settings";
import { ShapeField } from "~/kit/page/map/shape-field";
import { FormScreen } from "~/kit/page/screens";
import { formOf } from "~/kit/room/screens";
import { colours, ownerTypes, ruleTypes, useTypes, weekdayNames } from "./choices";
import styles from "./fences.module.css";
import { fenceRoom } from "./room";
import { FenceForm, type FenceRow } from "./schema";
import { windowLines } from "./time-windows";

interface FenceFieldsProps {
  record: FenceRow | null;
  reply: Reply | undefined;
  orgs: Choice[];
  /** What people call the owner and the buses. */
  shown: { owner: string; buses: string };
  picks: Picks;
  settings: MapSettings;
  roads: MapRoad[];
}

/** The form of a fence, new or known. */
export function FenceFields({ record: fence, reply, orgs, shown, picks, settings, roads }: FenceFieldsProps) {
  const usual = fence
    ? {
        ...fence,
        coords: coordsAsLines(fence.coords),
        timeWindows: windowLines(fence.timeWindows),
        weekdays: fence.weekdays.map(String),
        ownerUuid: shown.owner,
        busUuids: shown.buses,
      }
    : { shape: 3, useType: 6, enabled: true, scopeAll: true };
  const [form, fields] = useRoomForm(FenceForm, reply, usual);
  return (
    <FormScreen form={form} {...formOf(fenceRoom, fence)}>
      <FieldSet title="基本信息">
        <TextField field={fields.fenceNum} label="围栏编号" hint="不与其他围栏重复" autoFocus={!fence} />
        <TextField field={fields.fenceName} label="围栏名称" />
        <ChoiceField field={fields.useType} label="用途" choices={asChoices(useTypes)} empty={null} />
        <ChoiceField field={fields.orgId} label="所属机构" choices={orgs} />
        <ChoiceField field={fields.ownerType} label="关联类型" choices={ownerTypes} empty="不关联" />
        <TextField field={fields.ownerUuid as Field} label="关联对象" hint="场站填编号或名称，线路填名称，站点填编号" />
        <ChoiceField field={fields.colour} label="颜色" choices={colours} empty="按用途" />
        <CheckField field={fields.enabled} label="启用" />
      </FieldSet>
      <FieldSet title="范围">
        <ShapeField coords={fields.coords as Field} choice={fields} settings={settings} roads={roads} />
      </FieldSet>
      <FieldSet title="规则与生效时间">
        <div className={styles.rule}>
          <ChoiceField field={fields.ruleType} label="规则" choices={asChoices(ruleTypes)} empty="不设规则" />
          <div className={styles.speed}>
            <NumberField field={fields.limitSpeed} label="限速" unit="km/h" hint="5 到 120" />
          </div>
          <div className={styles.minutes}>
            <NumberField field={fields.stopMinutes} label="停车时长" unit="分钟" hint="1 到 1440" />
          </div>
        </div>
        <TextareaField
          field={free(fields.timeWindows as Field)}
          label="生效时段"
          placeholder={"06:00-09:00\n17:00-19:00"}
          hint="每行一段，留空为全天；可跨零点，例如 22:00-05:00"
        />
        <ChoicesField
          field={free(fields.weekdays as Field)}
          label="生效星期"
          choices={asChoices(weekdayNames)}
          hint="都不选为每天"
        />
        <DateField field={fields.beginDate} label="开始日期" />
        <DateField field={fields.endDate} label="结束日期" />
      </FieldSet>
      <FieldSet title="适用范围">
        <div className={styles.scope}>
          <CheckField field={fields.scopeAll} label="适用于全部车辆" />
          <div className={styles.chosen}>
            <SearchedTicks
              field={fields.lineUuids as Field}
              label="线路"
              offered={picks.lineUuids!}
              placeholder="线路名称、拼音或首字母"
            />
            <TextareaField
              field={free(fields.busUuids as Field)}
              label="车辆"
              rows={7}
              placeholder={"1001\n1002"}
              hint="自编号，每行一个，可从表格中粘贴，最多 5000 辆；保存时逐行核对"
            />
          </div>
        </div>
      </FieldSet>
      <FieldSet title="其他">
        <TextareaField field={fields.remark} label="备注" wide />
        {fence && <TextField field={fields.reason} label="修改原因" hint="记入修改历史" wide />}
      </FieldSet>
    </FormScreen>
  );
}

/** A field that may stay empty, though its rule makes a list of nothing: without what the browser would insist on. */
const free = ({ id, name, errors, initialValue }: Field): Field => ({ id, name, errors, initialValue });
