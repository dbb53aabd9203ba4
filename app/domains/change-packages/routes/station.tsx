import { mapAround } from "~/domains/roads/queries.server";
import { stationRoom } from "~/domains/stations/room";
import { FieldSet } from "~/kit/page/forms/form-parts";
import { page } from "~/kit/page/http/page.server";
import { PointField } from "~/kit/page/map/point-field";
import { screen } from "~/kit/page/screens";
import { useLoaderData } from "@remix-run/react";
import { PlanForm, planTitle } from "../plan-form";
import { loadPlan, savePlan } from "../plan-page.server";
import { packageRoom } from "../room";

export const handle = screen({ title: planTitle });

export const loader = page(packageRoom.may.write, async (call) => {
  const plan = await loadPlan(call, "station");
  const { lng, lat } = plan.values as { lng: number; lat: number };
  return { ...plan, ...(await mapAround(call.viewer, { minLng: lng, minLat: lat, maxLng: lng, maxLat: lat })) };
});
export const action = page(packageRoom.may.write, (call) => savePlan(call, "station"));

export default function PlanStation() {
  const { settings, roads, values } = useLoaderData<typeof loader>();
  return (
    <PlanForm kind="station" room={stationRoom}>
      {({ inputs, fields }) => (
        <>
          <FieldSet title="基本信息">
            {inputs("staName", "nameEn", "pronunciation", "staKind", "state", "openDate", "stopDate")}
          </FieldSet>
          <FieldSet title="位置">
            <PointField
              lng={fields.lng!}
              lat={fields.lat!}
              settings={settings}
              roads={roads}
              was={values as { lng: number; lat: number }}
            />
            {inputs("azimuth", "road", "roadSide", "address")}
          </FieldSet>
        </>
      )}
    </PlanForm>
  );
}
