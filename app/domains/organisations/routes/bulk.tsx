import { useLoaderData } from "@remix-run/react";
import { offeredItems } from "~/domains/dictionaries/queries.server";
import { page } from "~/kit/page/http/page.server";
import { asChoices, withCurrentChoice } from "~/kit/page/forms/field";
import { ChoiceField } from "~/kit/page/forms/fields";
import { bulkChange, bulkPage } from "~/kit/room/bulk.server";
import { screen } from "~/kit/page/screens";
import { BulkScreen, bulkTitle, useBulkForm } from "~/kit/room/screens";
import { organisationBulk } from "../bulk.server";
import { may } from "../policy";
import { organisationChoices } from "../queries.server";
import { organisationRoom } from "../room";
import { OrganisationBulk, orgStates, orgTypes } from "../schema";

export const handle = screen({ title: bulkTitle(organisationRoom) });
export const loader = page(may.read, async (call) => ({
  ...(await bulkPage(call, organisationBulk)),
  places: await organisationChoices(call.viewer),
  ...(await offeredItems("orgType")),
}));
export const action = page(may.read, (call) => bulkChange(call, organisationBulk));

export default function BulkOrganisations() {
  const { places, orgType } = useLoaderData<typeof loader>();
  const [form, fields] = useBulkForm(OrganisationBulk);
  return (
    <BulkScreen room={organisationRoom} form={form}>
      <ChoiceField field={fields.orgPid} label="上级机构" choices={places} hint="下级机构一起移动" />
      <ChoiceField field={fields.orgType} label="机构类型" choices={withCurrentChoice(orgTypes, orgType)} />
      <ChoiceField field={fields.state} label="状态" choices={asChoices(orgStates)} />
    </BulkScreen>
  );
}
