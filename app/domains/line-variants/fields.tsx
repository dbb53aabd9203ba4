import { sortTypes } from "~/domains/lines/schema";
import { asChoices } from "~/kit/page/forms/field";
import { ChoiceField, HiddenField, TextareaField, TextField } from "~/kit/page/forms/fields";
import { FieldSet } from "~/kit/page/forms/form-parts";
import { PickField } from "~/kit/page/forms/pick-field";
import type { Picks } from "~/kit/page/forms/picks";
import type { Reply } from "~/kit/page/forms/read-form";
import { useRoomForm } from "~/kit/page/forms/use-room-form";
import { FormScreen } from "~/kit/page/screens";
import { formOf } from "~/kit/room/screens";
import { variantRoom } from "./room";
import { VariantForm, type VariantRow } from "./schema";

interface VariantFieldsProps {
  variant: VariantRow | null;
  reply: Reply | undefined;
  picks: Picks;
  lineAsked?: string;
}

export function VariantFields({ variant, reply, picks, lineAsked }: VariantFieldsProps) {
  const [form, fields] = useRoomForm(VariantForm, reply, variant ?? { sortType: 2, mainUuid: lineAsked });
  return (
    <FormScreen form={form} {...formOf(variantRoom, variant)}>
      <FieldSet title={variant ? `${variant.lineName}的分类` : "分类"}>
        {variant ? (
          <HiddenField field={fields.mainUuid} />
        ) : (
          <PickField
            field={fields.mainUuid}
            label="所属线路"
            offered={picks.mainUuid!}
            placeholder="线路名称、编号或拼音"
          />
        )}
        <TextField field={fields.classifyName} label="分类名称" hint="同一线路中不重复，例如 区间、夜间" autoFocus />
        <ChoiceField
          field={fields.sortType}
          label="主副分类"
          choices={asChoices(sortTypes)}
          empty={null}
          hint="每条线路有一个主分类；设为主后，原来的主分类变为副"
        />
        <TextareaField field={fields.remark} label="备注" wide />
        {variant && <TextField field={fields.reason} label="修改原因" hint="记入修改历史" wide />}
      </FieldSet>
    </FormScreen>
  );
}
