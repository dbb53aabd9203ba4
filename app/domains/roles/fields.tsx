import type { Choice } from "~/kit/page/forms/field";
import { CheckField, ChoiceField, RadioField, TextField } from "~/kit/page/forms/fields";
import { FieldSet } from "~/kit/page/forms/form-parts";
import type { Reply } from "~/kit/page/forms/read-form";
import { useRoomForm } from "~/kit/page/forms/use-room-form";
import { FormScreen } from "~/kit/page/screens";
import { formOf } from "~/kit/room/screens";
import { type TickNode, TickTree } from "~/kit/page/trees/tick-tree";
import { roleRoom } from "./room";
import { dataScopes, RoleForm, type RoleRow } from "./schema";

interface RoleFieldsProps {
  record: RoleRow | null;
  reply: Reply | undefined;
  /** Above which a new role was asked for. */
  parentId: string | null;
  parents: Choice[];
  organisations: TickNode[];
}

/** The form of a role, new or known; what it gives is ticked on a page of its own. */
export function RoleFields({ record: role, reply, parentId, parents, organisations }: RoleFieldsProps) {
  const [form, fields] = useRoomForm(RoleForm, reply, role ?? { parentId, dataScope: "own-below", enabled: true });
  return (
    <FormScreen form={form} {...formOf(roleRoom, role)}>
      <FieldSet title="基本信息">
        <TextField field={fields.roleName} label="角色名称" hint="同一上级下不重复" autoFocus={!role} />
        <ChoiceField field={fields.parentId} label="上级角色" choices={parents} empty="（无，最上级）" />
        <CheckField field={fields.enabled} label="启用" hint="停用后，有此角色的用户在下一次操作时就失去它的权限" />
        <TextField field={fields.remark} label="备注" wide />
      </FieldSet>
      <FieldSet title="数据范围">
        <RadioField
          field={fields.dataScope}
          label="能看到和管理哪些机构的数据"
          choices={dataScopes}
          wide
          hint="“本机构”是用户自己所属的机构；不能超出您自己的范围"
        />
        <TickTree
          field={fields.orgIds}
          label="指定机构"
          tree={organisations}
          alone
          hint="只在数据范围为“指定机构”时有用；勾选一个机构不包含它的下级"
        />
      </FieldSet>
      {role && (
        <FieldSet title="其他">
          <TextField field={fields.reason} label="修改原因" hint="记入修改历史" wide />
        </FieldSet>
      )}
    </FormScreen>
  );
}
