import type { Field } from "~/kit/page/forms/field";
import { PickField } from "~/kit/page/forms/pick-field";
import type { OfferedChoices } from "~/kit/page/forms/picks";
import { lineLabels } from "./labels";

export const DepotField = ({ field, offered }: { field: Field; offered: OfferedChoices }) => (
  <PickField
    field={field}
    label={lineLabels.parkingUuid!}
    offered={offered}
    placeholder="场站名称、编号或拼音"
    empty="（暂无）"
  />
);
