import { mapAround } from "~/domains/roads/queries.server";
import { FieldSet } from "~/kit/page/forms/form-parts";
import { SearchedTicks } from "~/kit/page/forms/searched-ticks";
import { page } from "~/kit/page/http/page.server";
import { ShapeField } from "~/kit/page/map/shape-field";
import { screen } from "~/kit/page/screens";
import { EditForm } from "~/kit/room/edit-form";
import { loadPicks } from "~/kit/room/offers.server";
import { loadFormPage } from "~/kit/room/pages.server";
import { saveRoomForm } from "~/kit/room/served-pages.server";
import { editTitle, useEditing } from "~/kit/room/screens";
import { findRow } from "~/kit/room/source.server";
import { coordsAsLines } from "~/transit/geo/coordinate-lines";
import { boxOfShapes } from "~/transit/geo/shape-geometry";
import { listFencesBehind } from "../fence-choices.server";
import { waitingAreaSource } from "../queries.server";
import { waitingAreaRoom, type WaitingAreaRow } from "../room";
import { waitingAreas } from "../room.server";

export const handle = screen({ title: editTitle(waitingAreaRoom) });

export const loader = page(waitingAreaRoom.may.write, (call) =>
  loadFormPage(
    call,
    waitingAreaRoom,
    (viewer, key) => findRow(waitingAreaSource, viewer, key),
    async (viewer, area: WaitingAreaRow | null) => {
      const fenceUuid = area?.fenceUuid ?? call.url.searchParams.get("fenceUuid") ?? undefined;
      const [around, picks, choices] = await Promise.all([
        listFencesBehind(viewer, fenceUuid),
        loadPicks(viewer, waitingAreas.offers!, area ?? { fenceUuid }),
        waitingAreas.choices!(viewer, area),
      ]);
      return { fenceUuid, picks, choices, around, ...(await mapAround(viewer, boxOfShapes(around))) };
    },
  ),
);

export const action = page(waitingAreaRoom.may.write, (call) => saveRoomForm(call, waitingAreas));

export default function EditWaitingArea() {
  const { record: area, fenceUuid, picks, around, settings, roads } = useEditing<typeof loader>();
  return (
    <EditForm
      room={waitingAreaRoom}
      start={{ fenceUuid }}
      values={area ? { ...area, coords: coordsAsLines(area.coords) } : undefined}
      differently={{ waitName: { autoFocus: true } }}
    >
      {({ inputs, fields, others }) => (
        <>
          <FieldSet title="基本信息">
            {inputs("waitName", "fenceUuid", "direction", "capacity", "entryAzimuth", "queueRule", "enabled")}
            <SearchedTicks
              field={fields.lineUuids!}
              label={waitingAreaRoom.fields.lineUuids.label}
              offered={picks.lineUuids!}
              placeholder="线路名称、拼音或首字母"
            />
          </FieldSet>
          <FieldSet title="范围">
            <ShapeField
              coords={fields.coords!}
              settings={settings}
              roads={roads}
              around={around}
              hint="每行一个“经度,纬度”，3 到 200 个点，画在虚线的围栏之内，最多超出 5 米；也可在地图上画"
            />
          </FieldSet>
          {others("remark")}
        </>
      )}
    </EditForm>
  );
}
