import { asChoices } from "~/kit/page/forms/field";
import { CheckField, ChoiceField, ChoicesField, NumberField, TextareaField, TextField } from "~/kit/page/forms/fields";
import { FieldSet } from "~/kit/page/forms/form-parts";
import type { Reply } from "~/kit/page/forms/read-form";
import { useRoomForm } from "~/kit/page/forms/use-room-form";
import { FormScreen } from "~/kit/page/screens";
import { formOf } from "~/kit/room/screens";
import { deviceModelRoom } from "./room";
import {
  abilities,
  audioCodecs,
  charsets,
  DeviceModelForm,
  type DeviceModelRow,
  fileTransports,
  noticeTypes,
} from "./schema";

/** The form of a device model, new or known. */
export function DeviceModelFields({ record, reply }: { record: DeviceModelRow | null; reply?: Reply }) {
  const ticked = abilities.filter(({ value }) => (record?.support ?? 0) & value).map(({ value }) => String(value));
  const [form, fields] = useRoomForm(
    DeviceModelForm,
    reply,
    record ? { ...record, support: ticked } : { charset: "GBK", sort: 0 },
  );
  return (
    <FormScreen form={form} {...formOf(deviceModelRoom, record)}>
      <FieldSet title="基本信息">
        <TextField field={fields.modelNum} label="型号" hint="不与其他型号重复" autoFocus={!record} />
        <TextField field={fields.modelName} label="名称" />
        <TextField field={fields.factory} label="厂商" hint="登记设备时按厂商选协议" />
        <TextField field={fields.protocol} label="通信协议" hint="例如 JT/T 808-2019" />
        <TextField field={fields.manufacturerId} label="808 制造商 ID" hint="1 到 5 个字母或数字" />
        <ChoicesField field={fields.support} label="功能" choices={asChoices(abilities)} />
        <CheckField field={fields.twoInOne} label="二合一设备" />
      </FieldSet>
      <FieldSet title="文件与语音">
        <ChoiceField field={fields.fileTransport} label="文件传输" choices={same(fileTransports)} />
        <ChoiceField field={fields.noticeType} label="升级通知" choices={asChoices(noticeTypes)} />
        <TextField field={fields.packageFormat} label="线路文件格式" />
        <NumberField field={fields.maxFileMb} label="文件上限" unit="MB" />
        <ChoiceField field={fields.audioCodec} label="音频格式" choices={same(audioCodecs)} />
        <NumberField field={fields.sampleRate} label="采样率" unit="Hz" />
        <ChoiceField field={fields.charset} label="字符集" choices={same(charsets)} empty={null} />
      </FieldSet>
      <FieldSet title="其他">
        <TextField field={fields.tags} label="标签" />
        <NumberField field={fields.sort} label="排序" hint="小的在前" />
        <TextareaField field={fields.remark} label="备注" wide />
        {record && <TextField field={fields.reason} label="修改原因" hint="记入修改历史" wide />}
      </FieldSet>
    </FormScreen>
  );
}

const same = (words: readonly string[]) => words.map((word) => ({ value: word, label: word }));
