import { useLoaderData } from "@remix-run/react";
import { organisationChoices } from "~/domains/organisations/queries.server";
import { page } from "~/kernel/access/page.server";
import { asChoices } from "~/kernel/forms/field";
import { CheckField, ChoiceField } from "~/kernel/forms/fields";
import { bulkChange, bulkPage } from "~/kernel/rooms/bulk.server";
import { BulkScreen, bulkTitle, screen, useBulkForm } from "~/kernel/screens";
import { personBulk } from "../bulk.server";
import { may } from "../policy";
import { personRoom } from "../room";
import { PersonBulk, personStates } from "../schema";

export const handle = screen({ title: bulkTitle(personRoom) });
export const loader = page(may.read, async (call) => ({
  ...(await bulkPage(call, personBulk)),
  orgs: await organisationChoices(call.viewer),
}));
export const action = page(may.read, (call) => bulkChange(call, personBulk));

export default function BulkPersons() {
  const [form, fields] = useBulkForm(PersonBulk);
  const { orgs } = useLoaderData<typeof loader>();
  return (
    <BulkScreen room={personRoom} form={form}>
      <ChoiceField field={fields.orgId} label="所属机构" choices={orgs} />
      <ChoiceField field={fields.personState} label="状态" choices={asChoices(personStates)} />
      <CheckField field={fields.isValid} label="可选用" />
    </BulkScreen>
  );
}
