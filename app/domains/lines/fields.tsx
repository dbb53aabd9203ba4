import { Fragment } from "react";
import { type Choice, withCurrentChoice } from "~/kit/page/forms/field";
import { ChoiceField, DateField, NumberField, TextareaField, TextField } from "~/kit/page/forms/fields";
import { FieldSet } from "~/kit/page/forms/form-parts";
import type { OfferedChoices } from "~/kit/page/forms/picks";
import type { Reply } from "~/kit/page/forms/read-form";
import { useRoomForm } from "~/kit/page/forms/use-room-form";
import { FormScreen } from "~/kit/page/screens";
import { DepotField } from "./depot-field";
import type { NamedDirection } from "./directions";
import { lineCategories, LineForm, type LineRow, lineStates, lineTypes, ticketTypes } from "./schema";

interface LineFieldsProps {
  line: LineRow | null;
  organisations: Choice[];
  depots: OfferedChoices;
  directions: readonly NamedDirection[];
  offered: { lineType?: string[]; lineState?: string[] };
  reply: Reply | undefined;
  cancelTo: string;
}

export function LineFields({ line, organisations, depots, directions, offered, reply, cancelTo }: LineFieldsProps) {
  const fixedType = line !== null && line.upStations + line.downStations > 0;
  const [form, fields] = useRoomForm(LineForm, reply, line ?? { lineType: 1, category: "1", state: 0 });
  return (
    <FormScreen form={form} cancelTo={cancelTo} version={line?.version}>
      <FieldSet title="基本信息">
        <TextField field={fields.lineName} label="线路名称" hint="例如 438路，不与其他线路重复" autoFocus />
        <TextField field={fields.lineId} label="线路编号" />
        <NumberField field={fields.lineDeviceNo} label="线路设备编号" hint="车载机用的线路号，1 到 65535" />
        <ChoiceField
          field={fields.lineType}
          label="线路类型"
          choices={withCurrentChoice(lineTypes, offered.lineType, fields.lineType)}
          empty={null}
          hint={fixedType ? "已有站点，类型不能更改" : undefined}
        />
        <ChoiceField field={fields.category} label="类别" choices={[...lineCategories]} empty={null} />
        <ChoiceField
          field={fields.state}
          label="状态"
          choices={withCurrentChoice(lineStates, offered.lineState, fields.state)}
          empty={null}
          hint="没有生效的版本时是未开通，版本生效后是运营"
        />
        <ChoiceField field={fields.orgId} label="所属机构" choices={organisations} />
      </FieldSet>
      <FieldSet title="运营">
        {directions.map(({ direction, directionName }, at) => (
          <Fragment key={direction}>
            <TextField
              field={direction === 1 ? fields.upFirst : fields.downFirst}
              label={`${directionName}首班`}
              hint={at === 0 ? "例如 05:30；次日凌晨写 24:30" : undefined}
            />
            <TextField field={direction === 1 ? fields.upLast : fields.downLast} label={`${directionName}末班`} />
          </Fragment>
        ))}
        {directions.map(({ direction, directionName }) => (
          <NumberField
            key={direction}
            field={direction === 1 ? fields.upMileage : fields.downMileage}
            label={`${directionName}申报里程`}
            unit="公里"
          />
        ))}
        <TextField field={fields.departureInterval} label="发车间隔" hint="例如 高峰 5–8 分钟" />
        <ChoiceField field={fields.ticketType} label="票制" choices={[...ticketTypes]} />
        <TextField field={fields.price} label="票价" hint="例如 2元 或 1–3元" />
        <DepotField field={fields.parkingUuid} offered={depots} />
      </FieldSet>
      <FieldSet title="其他">
        <DateField field={fields.openDate} label="开线日期" />
        <DateField field={fields.stopDate} label="停运日期" />
        <TextareaField field={fields.remark} label="备注" wide />
        {line && <TextField field={fields.reason} label="修改原因" hint="记入修改历史" wide />}
      </FieldSet>
    </FormScreen>
  );
}
