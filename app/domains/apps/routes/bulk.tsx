import { page } from "~/kit/page/http/page.server";
import { CheckField, ChoiceField, NumberField } from "~/kit/page/forms/fields";
import { bulkChange, bulkPage } from "~/kit/room/bulk.server";
import { screen } from "~/kit/page/screens";
import { BulkScreen, bulkTitle, useBulkForm } from "~/kit/room/screens";
import { iconChoices } from "~/kit/page/forms/icon-names";
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
