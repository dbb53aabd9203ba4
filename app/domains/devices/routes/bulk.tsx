import { page } from "~/kernel/access/page.server";
import { asChoices } from "~/kernel/forms/field";
import { CheckField, ChoiceField, DateField } from "~/kernel/forms/fields";
import { bulkChange, bulkPage } from "~/kernel/rooms/bulk.server";
import { BulkScreen, bulkTitle, screen, useBulkForm } from "~/kernel/screens";
import { deviceBulk } from "../bulk.server";
import { may } from "../policy";
import { deviceRoom } from "../room";
import { DeviceBulk, devStates, devTypes } from "../schema";

export const handle = screen({ title: bulkTitle(deviceRoom) });
export const loader = page(may.read, (call) => bulkPage(call, deviceBulk));
export const action = page(may.read, (call) => bulkChange(call, deviceBulk));

export default function BulkDevices() {
  const [form, fields] = useBulkForm(DeviceBulk);
  return (
    <BulkScreen room={deviceRoom} form={form}>
      <ChoiceField field={fields.devState} label="状态" choices={asChoices(devStates)} />
      <ChoiceField field={fields.devType} label="设备类型" choices={asChoices(devTypes)} />
      <DateField field={fields.installDate} label="安装日期" />
      <DateField field={fields.expireDate} label="到期日期" />
      <CheckField field={fields.isSlave} label="备机" />
    </BulkScreen>
  );
}
