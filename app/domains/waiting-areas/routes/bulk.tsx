import { page } from "~/kit/page/http/page.server";
import { asChoices } from "~/kit/page/forms/field";
import { CheckField, ChoiceField, NumberField } from "~/kit/page/forms/fields";
import { bulkChange, bulkPage } from "~/kit/room/bulk.server";
import { screen } from "~/kit/page/screens";
import { BulkScreen, bulkTitle, useBulkForm } from "~/kit/room/screens";
import { waitingAreaBulk } from "../bulk.server";
import { may } from "../policy";
import { waitingAreaRoom } from "../room";
import { directions, queueRules, WaitingAreaBulk } from "../schema";

export const handle = screen({ title: bulkTitle(waitingAreaRoom) });
export const loader = page(may.read, (call) => bulkPage(call, waitingAreaBulk));
export const action = page(may.read, (call) => bulkChange(call, waitingAreaBulk));

export default function BulkWaitingAreas() {
  const [form, fields] = useBulkForm(WaitingAreaBulk);
  return (
    <BulkScreen room={waitingAreaRoom} form={form}>
      <CheckField field={fields.enabled} label="启用" />
      <ChoiceField field={fields.queueRule} label="排队规则" choices={asChoices(queueRules)} />
      <ChoiceField field={fields.direction} label="方向" choices={asChoices(directions)} />
      <NumberField field={fields.capacity} label="车位数" unit="个" />
    </BulkScreen>
  );
}
