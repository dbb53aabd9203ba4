import type { Choice } from "~/kit/page/forms/field";
import { CheckField, ChoiceField, TextField } from "~/kit/page/forms/fields";
import { FieldSet } from "~/kit/page/forms/form-parts";
import { PickField } from "~/kit/page/forms/pick-field";
import type { Picks } from "~/kit/page/forms/picks";
import type { Reply } from "~/kit/page/forms/read-form";
import { useRoomForm } from "~/kit/page/forms/use-room-form";
import { FormScreen } from "~/kit/page/screens";
import { formOf } from "~/kit/room/screens";
import { userRoom } from "./room";
import { UserForm, type UserRow } from "./schema";

interface UserFieldsProps {
  record: UserRow | null;
  reply: Reply | undefined;
  organisations: Choice[];
  picks: Picks;
  /** Whether the viewer may make somebody a super user, and leave out the organisation. */
  chief: boolean;
  limited: boolean;
}

/** The form of a user, new or known; password, status and roles have pages of their own. */
export function UserFields({ record: user, reply, organisations, picks, chief, limited }: UserFieldsProps) {
  const [form, fields] = useRoomForm(UserForm, reply, user ?? {});
  return (
    <FormScreen form={form} {...formOf(userRoom, user)} save={user ? "保存" : "保存并生成密码"}>
      <FieldSet title="基本信息">
        <TextField
          field={fields.userAccount}
          label="账号"
          hint="登录用，3 到 32 个字母、数字或 . _ @ -"
          autoFocus={!user}
        />
        <TextField field={fields.userName} label="姓名" />
        <ChoiceField
          field={fields.orgId}
          label="所属机构"
          choices={organisations}
          empty={limited ? "请选择" : "（无）"}
          required={limited}
          hint="决定“本机构”范围的角色能看到什么"
        />
        <PickField
          field={fields.personUuid}
          label="关联人员"
          offered={picks.personUuid!}
          placeholder="姓名、工号或拼音"
          empty="（无）"
          hint="一个人员只能关联一个账号；已失效的人员不能选"
        />
        {chief && (
          <CheckField field={fields.isSuper} label="超级用户" hint="拥有全部权限和全部机构，请只给极少数人" wide />
        )}
        {user && <TextField field={fields.reason} label="修改原因" hint="记入修改历史" wide />}
      </FieldSet>
    </FormScreen>
  );
}
