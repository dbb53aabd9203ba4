import { useLoaderData } from "@remix-run/react";
import { organisationChoices } from "~/domains/organisations/queries.server";
import { page } from "~/kit/page/http/page.server";
import { asChoices } from "~/kit/page/forms/field";
import { CheckField, ChoiceField } from "~/kit/page/forms/fields";
import { bulkChange, bulkPage } from "~/kit/room/bulk.server";
import { screen } from "~/kit/page/screens";
import { BulkScreen, bulkTitle, useBulkForm } from "~/kit/room/screens";
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
