import { ChoiceField, TextareaField, TextField } from "~/kit/page/forms/fields";
import type { Choice } from "~/kit/page/forms/field";
import { FieldSet } from "~/kit/page/forms/form-parts";
import type { Reply } from "~/kit/page/forms/read-form";
import { useRoomForm } from "~/kit/page/forms/use-room-form";
import { FormScreen } from "~/kit/page/screens";
import { formOf } from "~/kit/room/screens";
import { moduleRoom } from "./room";
import { ModuleForm, type ModuleRow } from "./schema";

export function ModuleFields({
  record: module,
  reply,
  products,
}: {
  record: ModuleRow | null;
  reply: Reply | undefined;
  products: Choice[];
}) {
  const [form, fields] = useRoomForm(ModuleForm, reply, module);
  return (
    <FormScreen form={form} {...formOf(moduleRoom, module)}>
      <FieldSet title="模块">
        <TextField field={fields.moduleName} label="模块名称" hint="工程名称，不能重复；参数按它归类" />
        <ChoiceField
          field={fields.productCode}
          label="产品"
          choices={products}
          hint="产品就是应用：先在“应用管理”中登记"
        />
        <TextareaField field={fields.description} label="说明" wide />
        {module && <TextField field={fields.reason} label="修改原因" hint="记入修改历史" wide />}
      </FieldSet>
    </FormScreen>
  );
}
