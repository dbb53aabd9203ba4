import { page } from "~/kernel/access/page.server";
import { DateField, TextField } from "~/kernel/forms/fields";
import { bulkChange, bulkPage } from "~/kernel/rooms/bulk.server";
import { BulkScreen, bulkTitle, screen, useBulkForm } from "~/kernel/screens";
import { updateLogBulk } from "../bulk.server";
import { may } from "../policy";
import { updateLogRoom } from "../room";
import { UpdateLogBulk } from "../schema";

export const handle = screen({ title: bulkTitle(updateLogRoom) });
export const loader = page(may.read, (call) => bulkPage(call, updateLogBulk));
export const action = page(may.read, (call) => bulkChange(call, updateLogBulk));

export default function BulkUpdateLogs() {
  const [form, fields] = useBulkForm(UpdateLogBulk);
  return (
    <BulkScreen room={updateLogRoom} form={form}>
      <DateField field={fields.logDate} label="日期" />
      <TextField field={fields.logVersion} label="版本号" />
    </BulkScreen>
  );
}
