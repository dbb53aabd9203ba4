import { page } from "~/kit/page/http/page.server";
import { DateField, TextField } from "~/kit/page/forms/fields";
import { bulkChange, bulkPage } from "~/kit/room/bulk.server";
import { screen } from "~/kit/page/screens";
import { BulkScreen, bulkTitle, useBulkForm } from "~/kit/room/screens";
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
