import type { ReactNode } from "react";
import { asChoices, type Field } from "~/kit/page/forms/field";
import { ChoicesField, TextareaField } from "~/kit/page/forms/fields";
import { FieldSet } from "~/kit/page/forms/form-parts";
import type { OfferedChoices } from "~/kit/page/forms/picks";
import { SearchedTicks } from "~/kit/page/forms/searched-ticks";
import type { MapRoad } from "~/kit/page/map/line-drawing";
import type { MapSettings } from "~/kit/page/map/map-settings";
import { ShapeField } from "~/kit/page/map/shape-field";
import { weekdayNames } from "./choices";
import styles from "./fences.module.css";
import { fenceRoom } from "./room";

interface FencePartsProps {
  inputs: (...names: string[]) => ReactNode;
  fields: Record<string, Field>;
  others: (...names: string[]) => ReactNode;
  lines: OfferedChoices;
  settings: MapSettings;
  roads: MapRoad[];
}

const { labels } = fenceRoom.words;

export function FenceParts({ inputs, fields, others, lines, settings, roads }: FencePartsProps) {
  const shape = {
    shape: fields.shape!,
    lng: fields.lng!,
    lat: fields.lat!,
    radius: fields.radius!,
    width: fields.width!,
  };
  return (
    <>
      <FieldSet title="基本信息">
        {inputs("fenceNum", "fenceName", "useType", "orgId", "ownerType", "ownerUuid", "colour", "enabled")}
      </FieldSet>
      <FieldSet title="范围">
        <ShapeField coords={fields.coords!} choice={shape} settings={settings} roads={roads} />
      </FieldSet>
      <FieldSet title="规则与生效时间">
        <div className={styles.rule}>
          {inputs("ruleType")}
          <div className={styles.speed}>{inputs("limitSpeed")}</div>
          <div className={styles.minutes}>{inputs("stopMinutes")}</div>
        </div>
        <TextareaField
          field={free(fields.timeWindows!)}
          label={labels.timeWindows!}
          placeholder={"06:00-09:00\n17:00-19:00"}
          hint="每行一段，留空为全天；可跨零点，例如 22:00-05:00"
        />
        <ChoicesField
          field={free(fields.weekdays!)}
          label={labels.weekdays!}
          choices={asChoices(weekdayNames)}
          hint="都不选为每天"
        />
        {inputs("beginDate", "endDate")}
      </FieldSet>
      <FieldSet title="适用范围">
        <div className={styles.scope}>
          {inputs("scopeAll")}
          <div className={styles.chosen}>
            <SearchedTicks
              field={fields.lineUuids!}
              label={labels.lineUuids!}
              offered={lines}
              placeholder="线路名称、拼音或首字母"
            />
            <TextareaField
              field={free(fields.busUuids!)}
              label={labels.busUuids!}
              rows={7}
              placeholder={"1001\n1002"}
              hint="自编号，每行一个，可从表格中粘贴，最多 5000 辆；保存时逐行核对"
            />
          </div>
        </div>
      </FieldSet>
      {others("remark")}
    </>
  );
}

/** A field that may stay empty, though its rule makes a list of nothing: without what the browser would insist on. */
const free = ({ id, name, errors, initialValue }: Field): Field => ({ id, name, errors, initialValue });
