import { useLoaderData } from "@remix-run/react";
import { offeredItems } from "~/domains/dictionaries/queries.server";
import { page } from "~/kernel/access/page.server";
import { asChoices, offeredOf } from "~/kernel/forms/field";
import { ChoiceField } from "~/kernel/forms/fields";
import { bulkChange, bulkPage } from "~/kernel/rooms/bulk.server";
import { BulkScreen, bulkTitle, screen, useBulkForm } from "~/kernel/screens";
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
      <ChoiceField field={fields.orgType} label="机构类型" choices={offeredOf(orgTypes, orgType)} />
      <ChoiceField field={fields.state} label="状态" choices={asChoices(orgStates)} />
    </BulkScreen>
  );
}
