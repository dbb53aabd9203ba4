import { page } from "~/kernel/access/page.server";
import { CheckField, ChoiceField, NumberField } from "~/kernel/forms/fields";
import { bulkChange, bulkPage } from "~/kernel/rooms/bulk.server";
import { BulkScreen, bulkTitle, screen, useBulkForm } from "~/kernel/screens";
import { iconChoices } from "~/kernel/screens/icon-names";
import { appBulk } from "../bulk.server";
import { may } from "../policy";
import { appRoom } from "../room";
import { AppBulk } from "../schema";

export const handle = screen({ title: bulkTitle(appRoom) });
export const loader = page(may.read, (call) => bulkPage(call, appBulk));
export const action = page(may.read, (call) => bulkChange(call, appBulk));

export default function BulkApps() {
  const [form, fields] = useBulkForm(AppBulk);
  return (
    <BulkScreen room={appRoom} form={form}>
      <CheckField field={fields.enabled} label="启用" />
      <ChoiceField field={fields.icon} label="图标" choices={iconChoices} />
      <NumberField field={fields.sort} label="排序" />
    </BulkScreen>
  );
}
