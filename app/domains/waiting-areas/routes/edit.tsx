import { useActionData } from "@remix-run/react";
import { linesToTick } from "~/domains/lines/queries.server";
import { mapAround } from "~/domains/roads/queries.server";
import { page } from "~/kernel/access/page.server";
import type { Choice } from "~/kernel/forms/field";
import { formDataOf, twice, typedAgain } from "~/kernel/forms/read-form";
import { searchIn } from "~/kernel/forms/searched-ticks";
import { boxOfShapes } from "~/kernel/map/shape-geometry";
import { editing, saving } from "~/kernel/rooms/pages.server";
import { EditScreen, editTitle, screen, useEditing } from "~/kernel/screens";
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
    const [given, lines] = await Promise.all([fencesToLieIn(viewer, fenceUuid), linesToTick(viewer, area?.lineUuids ?? [])]);
    return { fenceUuid, lines, ...given, ...(await mapAround(viewer, boxOfShapes(given.around))) };
  }),
);

export const action = page(may.write, async (call) => {
  const [copy, request] = await twice(call.request);
  const form = await formDataOf(copy);
  const search = searchIn(form);
  if (search) return typedAgain(form, WaitingAreaForm, { lines: await linesToTick(call.viewer, search.ticked, search.keyword) });
  return saving({ ...call, request }, waitingAreaRoom, WaitingAreaForm, { create: createWaitingArea, update: updateWaitingArea });
});

export default function EditWaitingArea() {
  const loaded = useEditing<typeof loader>();
  const looked = useActionData() as { lines?: Choice[] } | undefined;
  return (
    <EditScreen room={waitingAreaRoom}>
      <WaitingAreaFields {...loaded} lines={looked?.lines ?? loaded.lines} />
    </EditScreen>
  );
}
