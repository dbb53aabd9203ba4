import { useLoaderData } from "@remix-run/react";
import { organisationChoices } from "~/domains/organisations/queries.server";
import { page } from "~/kit/page/http/page.server";
import { ChoiceField } from "~/kit/page/forms/fields";
import { bulkChange, bulkPage } from "~/kit/room/bulk.server";
import { screen } from "~/kit/page/screens";
import { BulkScreen, bulkTitle, useBulkForm } from "~/kit/room/screens";
import { userBulk } from "../bulk.server";
import { userRoom } from "../room";
import { UserBulk } from "../schema";

const statuses = [
  { value: "disabled", label: "停用，现在的登录立即结束" },
  { value: "normal", label: "启用" },
];

export const handle = screen({ title: bulkTitle(userRoom) });
export const loader = page(userRoom.may.read, async (call) => ({
  ...(await bulkPage(call, userBulk)),
  orgs: await organisationChoices(call.viewer),
}));
export const action = page(userRoom.may.read, (call) => bulkChange(call, userBulk));

export default function BulkUsers() {
  const { orgs } = useLoaderData<typeof loader>();
  const [form, fields] = useBulkForm(UserBulk);
  return (
    <BulkScreen room={userRoom} form={form}>
      <ChoiceField field={fields.userStatus!} label="状态" choices={statuses} />
      <ChoiceField field={fields.orgId!} label="所属机构" choices={orgs} />
    </BulkScreen>
  );
}
