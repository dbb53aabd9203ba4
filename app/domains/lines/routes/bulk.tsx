import { useActionData, useLoaderData } from "@remix-run/react";
import { offeredItems } from "~/domains/dictionaries/queries.server";
import { organisationChoices } from "~/domains/organisations/queries.server";
import { page } from "~/kit/page/http/page.server";
import { withCurrentChoice } from "~/kit/page/forms/field";
import { ChoiceField, TextField } from "~/kit/page/forms/fields";
import { bulkChange, bulkPage } from "~/kit/room/bulk.server";
import { screen } from "~/kit/page/screens";
import { BulkScreen, bulkTitle, useBulkForm } from "~/kit/room/screens";
import { lineBulk } from "../bulk.server";
import { DepotField } from "../depot-field";
import { may } from "../policy";
import { LineBulk, lineCategories, lineStates, ticketTypes } from "../schema";

const room = { noun: "线路" };
export const handle = screen({ title: bulkTitle(room) });
export const loader = page(may.read, async (call) => ({
  ...(await bulkPage(call, lineBulk)),
  orgs: await organisationChoices(call.viewer),
  ...(await offeredItems("lineState")),
}));
export const action = page(may.read, (call) => bulkChange(call, lineBulk));

export default function BulkLines() {
  const [form, fields] = useBulkForm(LineBulk);
  const { orgs, lineState, ...loaded } = useLoaderData<typeof loader>();
  const picks = useActionData<{ picks?: typeof loaded.picks }>()?.picks ?? loaded.picks;
  return (
    <BulkScreen room={room} form={form}>
      <ChoiceField field={fields.state} label="状态" choices={withCurrentChoice(lineStates, lineState)} />
      <ChoiceField field={fields.orgId} label="所属机构" choices={orgs} />
      <ChoiceField field={fields.category} label="类别" choices={[...lineCategories]} />
      <ChoiceField field={fields.ticketType} label="票制" choices={[...ticketTypes]} />
      <TextField field={fields.price} label="票价" />
      <DepotField field={fields.parkingUuid} offered={picks.parkingUuid!} />
    </BulkScreen>
  );
}
