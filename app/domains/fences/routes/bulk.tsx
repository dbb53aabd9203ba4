import { useLoaderData } from "@remix-run/react";
import { organisationChoices } from "~/domains/organisations/queries.server";
import { page } from "~/kit/page/http/page.server";
import { asChoices } from "~/kit/page/forms/field";
import { CheckField, ChoiceField, DateField } from "~/kit/page/forms/fields";
import { bulkChange, bulkPage } from "~/kit/room/bulk.server";
import { screen } from "~/kit/page/screens";
import { BulkScreen, bulkTitle, useBulkForm } from "~/kit/room/screens";
import { fenceBulk } from "../bulk.server";
import { colours, useTypes } from "../choices";
import { may } from "../policy";
import { fenceRoom } from "../room";
import { FenceBulk } from "../schema";

export const handle = screen({ title: bulkTitle(fenceRoom) });
export const loader = page(may.read, async (call) => ({
  ...(await bulkPage(call, fenceBulk)),
  orgs: await organisationChoices(call.viewer),
}));
export const action = page(may.read, (call) => bulkChange(call, fenceBulk));

export default function BulkFences() {
  const { orgs } = useLoaderData<typeof loader>();
  const [form, fields] = useBulkForm(FenceBulk);
  return (
    <BulkScreen room={fenceRoom} form={form}>
      <CheckField field={fields.enabled} label="启用" />
      <ChoiceField field={fields.useType} label="用途" choices={asChoices(useTypes)} />
      <ChoiceField field={fields.orgId} label="所属机构" choices={orgs} />
      <ChoiceField field={fields.colour} label="颜色" choices={colours} empty="按用途" />
      <DateField field={fields.beginDate} label="开始日期" />
      <DateField field={fields.endDate} label="结束日期" />
    </BulkScreen>
  );
}
