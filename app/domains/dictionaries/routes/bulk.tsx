import { page } from "~/kit/page/http/page.server";
import { CheckField, TextField } from "~/kit/page/forms/fields";
import { bulkChange, bulkPage } from "~/kit/room/bulk.server";
import { screen } from "~/kit/page/screens";
import { BulkScreen, bulkTitle, useBulkForm } from "~/kit/room/screens";
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
