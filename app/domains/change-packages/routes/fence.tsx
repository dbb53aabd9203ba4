import { useLoaderData } from "@remix-run/react";
import { fenceRoom } from "~/domains/fences/room";
import { mapAround } from "~/domains/roads/queries.server";
import { FieldSet } from "~/kit/page/forms/form-parts";
import { page } from "~/kit/page/http/page.server";
import { ShapeField } from "~/kit/page/map/shape-field";
import { screen } from "~/kit/page/screens";
import { coordsAsLines } from "~/transit/geo/coordinate-lines";
import { shapeOf } from "~/transit/geo/shape";
import { boxOfShape } from "~/transit/geo/shape-geometry";
import { PlanForm, planTitle } from "../plan-form";
import { loadPlan, savePlan } from "../plan-page.server";
import { packageRoom } from "../room";

export const handle = screen({ title: planTitle });

export const loader = page(packageRoom.may.write, async (call) => {
  const plan = await loadPlan(call, "fence");
  const shape = shapeOf(plan.values as never);
  const values = { ...plan.values, coords: coordsAsLines(plan.values.coords as number[] | null) };
  return { ...plan, values, ...(await mapAround(call.viewer, shape && boxOfShape(shape))) };
});
export const action = page(packageRoom.may.write, (call) => savePlan(call, "fence"));

export default function PlanFence() {
  const { settings, roads } = useLoaderData<typeof loader>();
  return (
    <PlanForm kind="fence" room={fenceRoom}>
      {({ inputs, fields: { shape, lng, lat, radius, width, coords } }) => (
        <>
          <FieldSet title="规则和时段">
            {inputs("fenceName", "enabled", "ruleType", "limitSpeed", "stopMinutes", "beginDate", "endDate")}
            {inputs("remark")}
          </FieldSet>
          <FieldSet title="范围">
            <ShapeField
              coords={coords!}
              choice={{ shape: shape!, lng: lng!, lat: lat!, radius: radius!, width: width! }}
              settings={settings}
              roads={roads}
            />
          </FieldSet>
        </>
      )}
    </PlanForm>
  );
}
