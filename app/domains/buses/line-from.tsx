import type { Field } from "~/kit/page/forms/field";
import { DateField } from "~/kit/page/forms/fields";
import { PickField } from "~/kit/page/forms/pick-field";
import type { OfferedChoices } from "~/kit/page/forms/picks";

interface LineFromProps {
  field: Field;
  from: Field;
  label: string;
  offered: OfferedChoices;
  today: string;
}

export function LineFrom({ field, from, label, offered, today }: LineFromProps) {
  const { id, name, errors, initialValue = today } = from;
  return (
    <div>
      <PickField field={field} label={label} offered={offered} placeholder="线路名称、编号或拼音" empty="（暂无）" />
      <DateField field={{ id, name, errors, initialValue }} label="从" hint="这一天起；原线路到前一天为止" />
    </div>
  );
}
