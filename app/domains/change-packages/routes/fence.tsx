import { fenceRoom } from "~/domains/fences/room";
import { FieldSet } from "~/kit/page/forms/form-parts";
import { page } from "~/kit/page/http/page.server";
import { screen } from "~/kit/page/screens";
import { plannedFields } from "../model";
import { PlanForm, planTitle } from "../plan-form";
import { loadPlan, savePlan } from "../plan-page.server";
import { packageRoom } from "../room";

export const handle = screen({ title: planTitle });
export const loader = page(packageRoom.may.write, (call) => loadPlan(call, "fence"));
export const action = page(packageRoom.may.write, (call) => savePlan(call, "fence"));

export default function PlanFence() {
  return (
    <PlanForm kind="fence" room={fenceRoom}>
      {({ inputs }) => <FieldSet title="规则和时段">{inputs(...plannedFields.fence)}</FieldSet>}
    </PlanForm>
  );
}
