import type { Choice } from "~/kit/page/forms/field";
import { CheckField, ChoiceField, NumberField, RadioField, TextField } from "~/kit/page/forms/fields";
import { FieldSet } from "~/kit/page/forms/form-parts";
import type { Reply } from "~/kit/page/forms/read-form";
import { useRoomForm } from "~/kit/page/forms/use-room-form";
import { FormScreen } from "~/kit/page/screens";
import { formOf } from "~/kit/room/screens";
import { iconChoices } from "~/kit/page/forms/icon-names";
import { resourceRoom } from "./room";
import { ResourceForm, type ResourceRow, resourceTypes } from "./schema";

interface ResourceFieldsProps {
  record: ResourceRow | null;
  reply: Reply | undefined;
  places: Choice[];
  modules: Choice[];
  permissions: Choice[];
  /** What a new one starts with. */
  start?: { place: string; type: string };
}

export function ResourceFields({ record: resource, reply, places, modules, permissions, start }: ResourceFieldsProps) {
  const [form, fields] = useRoomForm(
    ResourceForm,
    reply,
    resource ? { ...resource, place: resource.pid ?? resource.appId } : { enabled: true, ...start },
  );
  return (
    <FormScreen
      form={form}
      {...formOf(resourceRoom, resource)}
      note={resource && "改变上级会连同全部下级一起移动，也可以移到别的应用。"}
    >
      <FieldSet title="位置">
        <ChoiceField field={fields.place} label="上级" choices={places} wide />
        <RadioField field={fields.type} label="类型" choices={resourceTypes} />
        <NumberField field={fields.resourceSort} label="排序" hint="小的在前；不填排在最后" />
      </FieldSet>
      <FieldSet title="资源">
        <TextField field={fields.title} label="标题" />
        <TextField
          field={fields.resourceName}
          label="资源标识"
          hint="字母开头，在一个应用中不能重复，例如 StationManagement"
        />
        <ChoiceField
          field={fields.permissionCode}
          label="权限码"
          choices={permissions}
          hint="页面、按钮、链接用；新资源要在“角色资源授权”中授权后才起作用"
        />
        <TextField
          field={fields.path}
          label="地址"
          hint="页面：以 / 开头的本站路径；外部链接：http:// 或 https:// 网址"
        />
        <ChoiceField field={fields.moduleId} label="模块" choices={modules} hint="只能选所属应用的模块" />
        <ChoiceField field={fields.icon} label="图标" choices={iconChoices} />
        <CheckField field={fields.isHome} label="设为首页" hint="登录后先打开它；只有页面可以" />
        <CheckField field={fields.noCache} label="不缓存" hint="每次打开都重新载入，标签页不保留查询条件" />
        <CheckField field={fields.enabled} label="启用" hint="停用后不在菜单中显示，它的权限码也不再由它授予" />
        {resource && <TextField field={fields.reason} label="修改原因" hint="记入修改历史" wide />}
      </FieldSet>
    </FormScreen>
  );
}
