import { useLoaderData } from "@remix-run/react";
import { page } from "~/kit/page/http/page.server";
import { asChoices } from "~/kit/page/forms/field";
import { CheckField, ChoiceField, DateField, TextField } from "~/kit/page/forms/fields";
import { bulkChange, bulkPage } from "~/kit/room/bulk.server";
import { screen } from "~/kit/page/screens";
import { BulkScreen, bulkTitle, useBulkForm } from "~/kit/room/screens";
import { busBulk } from "../bulk.server";
import { may } from "../policy";
import { filterChoices } from "../queries.server";
import { busRoom, busWords } from "../room";
import { BusBulk, busSources, busStates, energyTypes, floorTypes, plateColors } from "../schema";

export const handle = screen({ title: bulkTitle(busRoom) });
export const loader = page(may.read, async (call) => ({
  ...(await bulkPage(call, busBulk)),
  choices: await filterChoices(call.viewer),
}));
export const action = page(may.read, (call) => bulkChange(call, busBulk));

const dates = [
  "drivingLicenseExpire",
  "compulsoryInsExpire",
  "commercialInsExpire",
  "nextInspection",
  "nextMaintenance",
] as const;
const label = (name: string) => busWords.labels[name]!;

export default function BulkBuses() {
  const { choices } = useLoaderData<typeof loader>();
  const [form, fields] = useBulkForm(BusBulk);
  return (
    <BulkScreen room={busRoom} form={form}>
      <ChoiceField field={fields.busState} label={label("busState")} choices={asChoices(busStates)} />
      <ChoiceField field={fields.orgId} label={label("orgId")} choices={choices.orgId} />
      <ChoiceField
        field={fields.parkingUuid}
        label={label("parkingUuid")}
        choices={choices.parkingUuid}
        empty="（暂无）"
      />
      <ChoiceField field={fields.modelUuid} label={label("modelUuid")} choices={choices.modelUuid} />
      <ChoiceField
        field={fields.energyType}
        label={label("energyType")}
        choices={asChoices(energyTypes)}
        empty="随车型"
      />
      <ChoiceField field={fields.plateColor} label={label("plateColor")} choices={asChoices(plateColors)} />
      {dates.map((name) => (
        <DateField key={name} field={fields[name]} label={label(name)} />
      ))}
      <CheckField field={fields.hasAc} label={label("hasAc")} />
      <CheckField field={fields.wheelchair} label={label("wheelchair")} />
      <ChoiceField field={fields.floorType} label={label("floorType")} choices={asChoices(floorTypes)} />
      <ChoiceField field={fields.source} label={label("source")} choices={asChoices(busSources)} />
      <TextField field={fields.provider} label={label("provider")} />
      <TextField field={fields.contractNo} label={label("contractNo")} />
    </BulkScreen>
  );
}
