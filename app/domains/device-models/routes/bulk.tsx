import { page } from "~/kit/page/http/page.server";
import { asChoices } from "~/kit/page/forms/field";
import { ChoiceField, NumberField, TextField } from "~/kit/page/forms/fields";
import { bulkChange, bulkPage } from "~/kit/room/bulk.server";
import { screen } from "~/kit/page/screens";
import { BulkScreen, bulkTitle, useBulkForm } from "~/kit/room/screens";
import { deviceModelBulk } from "../bulk.server";
import { may } from "../policy";
import { deviceModelRoom } from "../room";
import { DeviceModelBulk, fileTransports, noticeTypes } from "../schema";

export const handle = screen({ title: bulkTitle(deviceModelRoom) });
export const loader = page(may.read, (call) => bulkPage(call, deviceModelBulk));
export const action = page(may.read, (call) => bulkChange(call, deviceModelBulk));

export default function BulkDeviceModels() {
  const [form, fields] = useBulkForm(DeviceModelBulk);
  return (
    <BulkScreen room={deviceModelRoom} form={form}>
      <TextField field={fields.factory} label="厂商" />
      <TextField field={fields.protocol} label="通信协议" />
      <ChoiceField
        field={fields.fileTransport}
        label="文件传输"
        choices={fileTransports.map((way) => ({ value: way, label: way }))}
      />
      <ChoiceField field={fields.noticeType} label="升级通知" choices={asChoices(noticeTypes)} />
      <NumberField field={fields.maxFileMb} label="文件上限" unit="MB" />
    </BulkScreen>
  );
}
