import { page } from "~/kernel/access/page.server";
import { CheckField, TextField } from "~/kernel/forms/fields";
import { bulkChange, bulkPage } from "~/kernel/rooms/bulk.server";
import { BulkScreen, bulkTitle, screen, useBulkForm } from "~/kernel/screens";
import { dictionaryBulk } from "../bulk.server";
import { may } from "../policy";
import { dictionaryRoom } from "../room";
import { DictionaryBulk } from "../schema";

export const handle = screen({ title: bulkTitle(dictionaryRoom) });
export const loader = page(may.read, (call) => bulkPage(call, dictionaryBulk));
export const action = page(may.read, (call) => bulkChange(call, dictionaryBulk));

export default function BulkDictionaries() {
  const [form, fields] = useBulkForm(DictionaryBulk);
  return (
    <BulkScreen room={dictionaryRoom} form={form}>
      <CheckField field={fields.isValid} label="启用" />
      <TextField field={fields.remark} label="备注" />
    </BulkScreen>
  );
}
