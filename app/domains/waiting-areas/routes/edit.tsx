import { offerFences } from "~/domains/fences/queries.server";
import { offerLines } from "~/domains/lines/queries.server";
import { mapAround } from "~/domains/roads/queries.server";
import { page } from "~/kit/page/http/page.server";
import { boxOfShapes } from "~/transit/geo/shape-geometry";
import { offered } from "~/kit/room/offers.server";
import { editing, saving } from "~/kit/room/pages.server";
import { screen } from "~/kit/page/screens";
import { EditScreen, editTitle, useEditing } from "~/kit/room/screens";
import { fencesToLieIn } from "../fence-choices.server";
import { WaitingAreaFields } from "../fields";
import { may } from "../policy";
import { createWaitingArea, findWaitingArea, updateWaitingArea } from "../queries.server";
import { waitingAreaRoom } from "../room";
import { WaitingAreaForm, type WaitingAreaRow } from "../schema";

export const handle = screen({ title: editTitle(waitingAreaRoom) });

export const loader = page(may.write, (call) =>
  editing(call, waitingAreaRoom, findWaitingArea, async (viewer, area: WaitingAreaRow | null) => {
    const fenceUuid = area?.fenceUuid ?? call.url.searchParams.get("fenceUuid") ?? undefined;
    const [around, picks] = await Promise.all([
      fencesToLieIn(viewer, fenceUuid),
      offered(viewer, offers, area ?? { fenceUuid }),
    ]);
    return { fenceUuid, picks, around, ...(await mapAround(viewer, boxOfShapes(around))) };
  }),
);

const offers = { fenceUuid: offerFences, lineUuids: offerLines };

export const action = page(may.write, (call) =>
  saving(call, waitingAreaRoom, WaitingAreaForm, { offers, create: createWaitingArea, update: updateWaitingArea }),
);

export default function EditWaitingArea() {
  return (
    <EditScreen room={waitingAreaRoom}>
      <WaitingAreaFields {...useEditing<typeof loader>()} />
    </EditScreen>
  );
}
