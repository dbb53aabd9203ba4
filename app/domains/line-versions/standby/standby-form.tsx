import { useActionData } from "@remix-run/react";
import type { Choice, Field } from "~/kit/page/forms/field";
import { ChoiceField, HiddenField, TextField } from "~/kit/page/forms/fields";
import { FieldSet } from "~/kit/page/forms/form-parts";
import type { Reply } from "~/kit/page/forms/read-form";
import { useRoomForm } from "~/kit/page/forms/use-room-form";
import { FormScreen } from "~/kit/page/screens";
import { StandbyForm } from "./schema";

interface AddFormProps {
  direction: number;
  found: { staUuid: string; staName: string; staSelfCode: string; road: string | null }[];
  running: Choice[];
  cancelTo: string;
}

export function AddForm({ direction, found, running, cancelTo }: AddFormProps) {
  const answer = useActionData() as { reply?: Reply } | undefined;
  const [form, fields] = useRoomForm(StandbyForm, answer?.reply, {
    direction,
    staUuid: found.length === 1 ? found[0]!.staUuid : undefined,
  });
  const choices = found.map(({ staUuid, staName, staSelfCode, road }) => ({
    value: staUuid,
    label: [`${staName} ${staSelfCode}`, road].filter(Boolean).join("，"),
  }));
  return (
    <FormScreen form={form} cancelTo={cancelTo} save="加为备用">
      <FieldSet title="找到的站点">
        <HiddenField field={fields.direction} />
        <ChoiceField field={fields.staUuid} label="站点" choices={choices} />
        <StandbyFields fields={fields} running={running} />
      </FieldSet>
    </FormScreen>
  );
}

interface StandbyFieldsProps {
  fields: { replacesUuid: Field; remark: Field };
  running: Choice[];
}

export function StandbyFields({ fields, running }: StandbyFieldsProps) {
  return (
    <>
      <ChoiceField
        field={fields.replacesUuid}
        label="代替"
        choices={running}
        empty="（未指定）"
        hint="绕行时代替运行站序中的哪一站"
      />
      <TextField field={fields.remark} label="备注" wide />
    </>
  );
}
