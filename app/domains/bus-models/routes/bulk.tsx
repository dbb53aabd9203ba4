import { page } from "~/kit/page/http/page.server";
import { asChoices } from "~/kit/page/forms/field";
import { ChoiceField, TextField } from "~/kit/page/forms/fields";
import { bulkChange, bulkPage } from "~/kit/room/bulk.server";
import { screen } from "~/kit/page/screens";
import { BulkScreen, bulkTitle, useBulkForm } from "~/kit/room/screens";
import { busModelBulk } from "../bulk.server";
import { may } from "../policy";
import { busModelRoom } from "../room";
import { BusModelBulk, deckTypes, emissions, energyTypes } from "../schema";

export const handle = screen({ title: bulkTitle(busModelRoom) });
export const loader = page(may.read, (call) => bulkPage(call, busModelBulk));
export const action = page(may.read, (call) => bulkChange(call, busModelBulk));

export default function BulkBusModels() {
  const [form, fields] = useBulkForm(BusModelBulk);
  return (
    <BulkScreen room={busModelRoom} form={form}>
      <TextField field={fields.brand} label="品牌" />
      <TextField field={fields.manufacturer} label="厂家" />
      <ChoiceField field={fields.energyType} label="能源类型" choices={asChoices(energyTypes)} />
      <ChoiceField
        field={fields.emission}
        label="排放标准"
        choices={emissions.map((emission) => ({ value: emission, label: emission }))}
      />
      <ChoiceField field={fields.deckType} label="车身" choices={asChoices(deckTypes)} />
    </BulkScreen>
  );
}
