import { useLoaderData } from "@remix-run/react";
import { organisationChoices } from "~/domains/organisations/queries.server";
import { page } from "~/kit/page/http/page.server";
import { asChoices } from "~/kit/page/forms/field";
import { ChoiceField, TextField } from "~/kit/page/forms/fields";
import { bulkChange, bulkPage } from "~/kit/room/bulk.server";
import { screen } from "~/kit/page/screens";
import { BulkScreen, bulkTitle, useBulkForm } from "~/kit/room/screens";
import { depotBulk } from "../bulk.server";
import { may } from "../policy";
import { depotRoom } from "../room";
import { DepotBulk, ownerships, parkingStates, parkingTypes } from "../schema";

export const handle = screen({ title: bulkTitle(depotRoom) });
export const loader = page(may.read, async (call) => ({
  ...(await bulkPage(call, depotBulk)),
  orgs: await organisationChoices(call.viewer),
}));
export const action = page(may.read, (call) => bulkChange(call, depotBulk));

export default function BulkDepots() {
  const { orgs } = useLoaderData<typeof loader>();
  const [form, fields] = useBulkForm(DepotBulk);
  return (
    <BulkScreen room={depotRoom} form={form}>
      <ChoiceField field={fields.parkingType} label="类型" choices={asChoices(parkingTypes)} />
      <ChoiceField field={fields.state} label="状态" choices={asChoices(parkingStates)} />
      <ChoiceField field={fields.orgId} label="所属机构" choices={orgs} />
      <ChoiceField field={fields.ownership} label="权属" choices={asChoices(ownerships)} />
      <TextField field={fields.level} label="等级" />
      <TextField field={fields.manager} label="负责人" />
      <TextField field={fields.phone} label="联系电话" />
    </BulkScreen>
  );
}
