import { CheckField, ChoiceField, NumberField, TextField } from "~/kit/page/forms/fields";
import { FieldSet } from "~/kit/page/forms/form-parts";
import type { Reply } from "~/kit/page/forms/read-form";
import { useRoomForm } from "~/kit/page/forms/use-room-form";
import { FormScreen } from "~/kit/page/screens";
import { formOf } from "~/kit/room/screens";
import { iconChoices } from "~/kit/page/forms/icon-names";
import { appRoom } from "./room";
import { AppForm, type AppRow, ownAppCode } from "./schema";

export function AppFields({ record: app, reply }: { record: AppRow | null; reply: Reply | undefined }) {
  const [form, fields] = useRoomForm(AppForm, reply, app ?? { sort: 0, enabled: true });
  const own = app?.appCode === ownAppCode;
  return (
    <FormScreen form={form} {...formOf(appRoom, app)}>
      <FieldSet title="应用">
        <TextField field={fields.appName} label="应用名称" />
        <TextField
          field={fields.appCode}
          label="应用编码"
          hint={own ? "本系统自己的应用，编码不能修改" : "字母、数字、- 和 _；其他系统和模块按它识别应用"}
          readOnly={own}
        />
        <TextField field={fields.englishShortName} label="英文简称" hint="以字母开头，不分大小写，不能重复" />
        <ChoiceField field={fields.icon} label="图标" choices={iconChoices} empty="默认图标" />
        <TextField
          field={fields.address}
          label="地址"
          hint="门户首页打开的地址：http:// 或 https:// 开头的网址，或以 / 开头的本站路径"
          wide
        />
        <NumberField field={fields.sort} label="排序" hint="0 到 9999，小的在前" />
        <CheckField
          field={fields.enabled}
          label="启用"
          hint={own ? "本系统自己的应用，不能停用" : "停用后不再显示在门户首页和菜单中"}
        />
        {app && <TextField field={fields.reason} label="修改原因" hint="记入修改历史" wide />}
      </FieldSet>
    </FormScreen>
  );
}
