import { sortTypes } from "~/domains/lines/schema";
import { asChoices, type Choice } from "~/kernel/forms/field";
import { ChoiceField, HiddenField, TextareaField, TextField } from "~/kernel/forms/fields";
import { FieldSet } from "~/kernel/forms/form-parts";
import type { Reply } from "~/kernel/forms/read-form";
import { useRoomForm } from "~/kernel/forms/use-room-form";
import { formOf, FormScreen } from "~/kernel/screens";
import { variantRoom } from "./room";
import { VariantForm, type VariantRow } from "./schema";

interface VariantFieldsProps {
  variant: VariantRow | null;
  reply: Reply | undefined;
  lines: Choice[];
}

/** The form of a variant, new or known; a known one stays with its line. */
export function VariantFields({ variant, reply, lines }: VariantFieldsProps) {
  const [form, fields] = useRoomForm(VariantForm, reply, variant ?? { sortType: 2, mainUuid: lines.length === 1 ? lines[0]!.value : undefined });
  return (
    <FormScreen form={form} {...formOf(variantRoom, variant)}>
      <FieldSet title={variant ? `${variant.lineName}的分类` : "分类"}>
        {variant ? <HiddenField field={fields.mainUuid} /> : <ChoiceField field={fields.mainUuid} label="所属线路" choices={lines} />}
        <TextField field={fields.classifyName} label="分类名称" hint="同一线路中不重复，例如 区间、夜间" autoFocus={!variant} />
        <ChoiceField field={fields.sortType} label="主副" choices={asChoices(sortTypes)} empty={null} hint="每条线路有一个主分类；设为主后，原来的主分类变为副" />
        <TextareaField field={fields.remark} label="备注" wide />
        {variant && <TextField field={fields.reason} label="修改原因" hint="记入修改历史" wide />}
      </FieldSet>
    </FormScreen>
  );
}
