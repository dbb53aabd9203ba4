import { page } from "~/kit/page/http/page.server";
import { asChoices } from "~/kit/page/forms/field";
import { CheckField, ChoiceField, DateField } from "~/kit/page/forms/fields";
import { bulkChange, bulkPage } from "~/kit/room/bulk.server";
import { screen } from "~/kit/page/screens";
import { BulkScreen, bulkTitle, useBulkForm } from "~/kit/room/screens";
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
