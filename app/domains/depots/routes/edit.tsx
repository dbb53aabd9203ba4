import { useLoaderData } from "@remix-run/react";
import { mapAround } from "~/domains/roads/queries.server";
import { FieldSet } from "~/kit/page/forms/form-parts";
import { page } from "~/kit/page/http/page.server";
import { PointField } from "~/kit/page/map/point-field";
import { ShapeField } from "~/kit/page/map/shape-field";
import { screen } from "~/kit/page/screens";
import { EditForm } from "~/kit/room/edit-form";
import { roomForm, saveRoomForm } from "~/kit/room/served-pages.server";
import { editTitle } from "~/kit/room/screens";
import { coordsAsLines } from "~/transit/geo/coordinate-lines";
import { placeOf } from "../place";
import { depotRoom } from "../room";
import { depots } from "../room.server";

export const handle = screen({ title: editTitle(depotRoom) });
export const loader = page(depotRoom.may.write, (call) =>
  roomForm(call, depots, (viewer, depot) => mapAround(viewer, depot && placeOf(depot).box)),
);
export const action = page(depotRoom.may.write, (call) => saveRoomForm(call, depots));

export default function EditDepot() {
  const { record, settings, roads } = useLoaderData<typeof loader>();
  return (
    <EditForm
      room={depotRoom}
      values={record ? { ...record, outline: coordsAsLines(record.outline) } : undefined}
      differently={{ parkingNum: { autoFocus: true } }}
    >
      {({ inputs, fields, others }) => (
        <>
          <FieldSet title="基本信息">
            {inputs("parkingNum", "parkingName", "parkingType", "orgId", "state")}
            {inputs("ownership", "level", "manager", "phone")}
          </FieldSet>
          <FieldSet title="设施">{inputs("busBays", "chargers", "repairPits", "landArea")}</FieldSet>
          <FieldSet title="场界">
            <ShapeField coords={fields.outline!} label="场界坐标" settings={settings} roads={roads} />
          </FieldSet>
          <FieldSet title="位置">
            {inputs("address")}
            <PointField
              lng={fields.lng!}
              lat={fields.lat!}
              settings={settings}
              roads={roads}
              height={280}
              was={record}
            />
            <p className="quiet">坐标是出入口等代表位置；画了场界而坐标留空时，取场界的中心。</p>
          </FieldSet>
          {others("remark")}
        </>
      )}
    </EditForm>
  );
}
