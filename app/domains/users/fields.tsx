import type { Choice } from "~/kit/page/forms/field";
import { ChoiceField, ChoicesField, TextField } from "~/kit/page/forms/fields";
import { FieldSet } from "~/kit/page/forms/form-parts";
import { PickField } from "~/kit/page/forms/pick-field";
import type { Picks } from "~/kit/page/forms/picks";
import type { Reply } from "~/kit/page/forms/read-form";
import { useRoomForm } from "~/kit/page/forms/use-room-form";
import { type Differently, inputsOf } from "~/kit/room/inputs";
import { FormScreen } from "~/kit/page/screens";
import { formOf } from "~/kit/room/screens";
import { type UserRow, userRoom } from "./room";
import { UserForm } from "./schema";

interface UserFieldsProps {
  record: UserRow | null;
  reply: Reply | undefined;
  organisations: Choice[];
  picks: Picks;
  roles: Choice[];
  start: Record<string, unknown>;
  chief: boolean;
  limited: boolean;
}

export function UserFields({
  record: user,
  reply,
  organisations,
  picks,
  roles,
  start,
  chief,
  limited,
}: UserFieldsProps) {
  const [form, fields] = useRoomForm(UserForm, reply, user ?? start);
  const { labels } = userRoom.words;
  const inputs = (differently: Record<string, Differently>, ...names: string[]) =>
    inputsOf(userRoom.fields, fields, names, {}, differently);
  return (
    <FormScreen form={form} {...formOf(userRoom, user)} save={user ? "保存" : "保存并生成密码"}>
      <FieldSet title="基本信息">
        {inputs({ userAccount: { autoFocus: true } }, "userAccount", "userName")}
        <ChoiceField
          field={fields.orgId}
          label={labels.orgId!}
          choices={organisations}
          empty={limited ? "请选择" : "（无）"}
          required={limited}
          hint={userRoom.fields.orgId.hint}
        />
        <PickField
          field={fields.personUuid}
          label={labels.personUuid!}
          offered={picks.personUuid!}
          placeholder="姓名、工号或拼音"
          empty="（无）"
          hint="一个人员只能关联一个账号；不可被选用的人员不能选"
        />
        {roles.length > 0 && (
          <ChoicesField
            field={fields.roleIds}
            label="角色"
            choices={roles}
            wide
            hint="可以多选；以后在用户角色授权中更改"
          />
        )}
        {chief && inputs({}, "isSuper")}
        {user && <TextField field={fields.reason} label="修改原因" hint="记入修改历史" wide />}
      </FieldSet>
    </FormScreen>
  );
}
