import { asChoices, type Choice } from "~/kit/page/forms/field";
import { CheckField, ChoiceField, DateField, TextareaField, TextField } from "~/kit/page/forms/fields";
import { FieldSet } from "~/kit/page/forms/form-parts";
import type { Reply } from "~/kit/page/forms/read-form";
import { useRoomForm } from "~/kit/page/forms/use-room-form";
import { FormScreen } from "~/kit/page/screens";
import { formOf } from "~/kit/room/screens";
import { deviceRoom } from "./room";
import { characterSets, DeviceForm, type DeviceRow, devStates, devTypes } from "./schema";

interface DeviceFieldsProps {
  record: DeviceRow | null;
  reply?: Reply;
  models: Choice[];
  protocols: Choice[];
}

/** The form of a device, new or known; models and protocols stand under their makers. */
export function DeviceFields({ record, reply, models, protocols }: DeviceFieldsProps) {
  const [form, fields] = useRoomForm(
    DeviceForm,
    reply,
    record ?? { devType: 1, devState: 1, characterSet: "GBK", timeZone: "+08:00" },
  );
  return (
    <FormScreen form={form} {...formOf(deviceRoom, record)}>
      <FieldSet title="基本信息">
        <TextField field={fields.devSelfCode} label="设备编号" hint="不与其他设备重复" autoFocus={!record} />
        <ChoiceField field={fields.modelUuid} label="设备型号" choices={models} />
        <ChoiceField field={fields.devType} label="设备类型" choices={asChoices(devTypes)} empty={null} />
        <ChoiceField
          field={fields.protocol}
          label="通信协议"
          choices={protocols}
          empty="按型号"
          hint="与型号同一厂商"
          steps="厂商"
          follows={fields.modelUuid}
        />
        <ChoiceField field={fields.devState} label="状态" choices={asChoices(devStates)} empty={null} />
        <CheckField field={fields.isSlave} label="备机" />
      </FieldSet>
      <FieldSet title="号码">
        <TextField field={fields.imei} label="IMEI / 唯一码" hint="15 位 IMEI，或至多 16 位字母数字" />
        <TextField field={fields.terminalPhone} label="终端手机号" hint="12 位（2013 版）或 20 位（2019 版）" />
        <TextField field={fields.simPhone} label="SIM 卡号" hint="11 或 13 位" />
        <TextField field={fields.iccid} label="ICCID" hint="19 或 20 位" />
      </FieldSet>
      <FieldSet title="其他">
        <ChoiceField
          field={fields.characterSet}
          label="字符集"
          choices={characterSets.map((set) => ({ value: set, label: set }))}
          empty={null}
        />
        <TextField field={fields.timeZone} label="时区" hint="例如 +08:00" />
        <DateField field={fields.installDate} label="安装日期" />
        <DateField field={fields.expireDate} label="到期日期" />
        <TextField field={fields.channel} label="通道" hint="多个用逗号分开" wide />
        <TextareaField field={fields.remark} label="备注" wide />
        {record && <TextField field={fields.reason} label="修改原因" hint="记入修改历史" wide />}
      </FieldSet>
    </FormScreen>
  );
}
