import { page } from "~/kit/page/http/page.server";
import { CheckField, ChoiceField, TextField } from "~/kit/page/forms/fields";
import { bulkChange, bulkPage } from "~/kit/room/bulk.server";
import { screen } from "~/kit/page/screens";
import { BulkScreen, bulkTitle, useBulkForm } from "~/kit/room/screens";
import { roleBulk } from "../bulk.server";
import { may } from "../policy";
import { roleRoom } from "../room";
import { dataScopes, RoleBulk } from "../schema";

export const handle = screen({ title: bulkTitle(roleRoom) });
export const loader = page(may.read, (call) => bulkPage(call, roleBulk));
export const action = page(may.read, (call) => bulkChange(call, roleBulk));

export default function BulkRoles() {
  const [form, fields] = useBulkForm(RoleBulk);
  return (
    <BulkScreen room={roleRoom} form={form}>
      <CheckField field={fields.enabled} label="启用" />
      <ChoiceField
        field={fields.dataScope}
        label="数据范围"
        choices={dataScopes.filter(({ value }) => value !== "chosen")}
      />
      <TextField field={fields.remark} label="备注" />
    </BulkScreen>
  );
}
