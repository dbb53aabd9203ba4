import { mapAround } from "~/domains/roads/queries.server";
import { page } from "~/kit/page/http/page.server";
import { screen } from "~/kit/page/screens";
import { EditForm } from "~/kit/room/edit-form";
import { roomForm, saveRoomForm } from "~/kit/room/served-pages.server";
import { editTitle, useEditing } from "~/kit/room/screens";
import { boxOfShapes } from "~/transit/geo/shape-geometry";
import { FenceParts } from "../fence-parts";
import { shapesOf } from "../place";
import { loadPartyNames } from "../queries.server";
import { fenceRoom } from "../room";
import { fences } from "../room.server";
import { typedOf } from "../typed";

export const handle = screen({ title: editTitle(fenceRoom) });

export const loader = page(fenceRoom.may.write, (call) =>
  roomForm(call, fences, async (viewer, fence) => {
    const [shown, around] = await Promise.all([
      loadPartyNames(viewer, fence ?? { ownerType: null, ownerUuid: null, busUuids: [] }),
      mapAround(viewer, fence && boxOfShapes(shapesOf([fence]))),
    ]);
    return { shown, ...around };
  }),
);

export const action = page(fenceRoom.may.write, (call) => saveRoomForm(call, fences));

export default function EditFence() {
  const { record: fence, shown, picks, settings, roads } = useEditing<typeof loader>();
  return (
    <EditForm
      room={fenceRoom}
      values={fence ? typedOf(fence, shown) : undefined}
      differently={{ fenceNum: { autoFocus: true } }}
    >
      {(parts) => <FenceParts {...parts} lines={picks.lineUuids!} settings={settings} roads={roads} />}
    </EditForm>
  );
}
