import type { Choice, Field } from "~/kit/page/forms/field";
import { ChoiceField, TextField } from "~/kit/page/forms/fields";
import { FieldSet } from "~/kit/page/forms/form-parts";

interface Props {
  fields: { orgId: Field; newOrgName: Field };
  organisations: readonly Choice[];
  /** Whether one may be made here, where there is none yet. */
  mayCreate: boolean;
}

/** To whom new lines belong; where there is no organisation yet, the first is named here. */
export function NewLinesOwner({ fields, organisations, mayCreate }: Props) {
  return (
    <FieldSet title="新线路归属">
      {organisations.length > 0 ? (
        <ChoiceField
          field={fields.orgId}
          label="线路所属机构"
          choices={organisations}
          required
          hint="只用于新增的线路"
        />
      ) : mayCreate ? (
        <TextField
          field={fields.newOrgName}
          label="线路所属机构"
          hint="还没有机构，填写名称，确认时新建，例如公司的名称"
        />
      ) : (
        <p className="notice warn">还没有机构，您也没有新建机构的权限。请联系管理员新建机构后再导入。</p>
      )}
    </FieldSet>
  );
}
