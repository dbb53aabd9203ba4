import { useLoaderData } from "@remix-run/react";
import { page } from "~/kit/page/http/page.server";
import { CheckField, ChoiceField } from "~/kit/page/forms/fields";
import { bulkChange, bulkPage } from "~/kit/room/bulk.server";
import { screen } from "~/kit/page/screens";
import { BulkScreen, bulkTitle, useBulkForm } from "~/kit/room/screens";
import { iconChoices } from "~/kit/page/forms/icon-names";
import { resourceBulk } from "../bulk.server";
import { moduleChoices } from "../choices.server";
import { may } from "../policy";
import { resourceRoom } from "../room";
import { ResourceBulk } from "../schema";

export const handle = screen({ title: bulkTitle(resourceRoom) });
export const loader = page(may.read, async (call) => ({
  ...(await bulkPage(call, resourceBulk)),
  modules: await moduleChoices(call.viewer),
}));
export const action = page(may.read, (call) => bulkChange(call, resourceBulk));

export default function BulkResources() {
  const { modules } = useLoaderData<typeof loader>();
  const [form, fields] = useBulkForm(ResourceBulk);
  return (
    <BulkScreen room={resourceRoom} form={form}>
      <CheckField field={fields.enabled} label="启用" />
      <CheckField field={fields.noCache} label="不缓存" />
      <ChoiceField field={fields.moduleId} label="模块" choices={modules} />
      <ChoiceField field={fields.icon} label="图标" choices={iconChoices} />
    </BulkScreen>
  );
}
