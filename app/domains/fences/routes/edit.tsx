import { useActionData } from "@remix-run/react";
import { linesToTick } from "~/domains/lines/queries.server";
import { organisationChoices } from "~/domains/organisations/queries.server";
import { mapAround } from "~/domains/roads/queries.server";
import { page } from "~/kernel/access/page.server";
import type { Choice } from "~/kernel/forms/field";
import { formDataOf, twice, typedAgain } from "~/kernel/forms/read-form";
import { searchIn } from "~/kernel/forms/searched-ticks";
import { boxOfShapes } from "~/kernel/map/shape-geometry";
import { editing, saving } from "~/kernel/rooms/pages.server";
import { EditScreen, editTitle, screen, useEditing } from "~/kernel/screens";
import { FenceFields } from "../fields";
import { shapesOf } from "../place";
import { may } from "../policy";
import { createFence, findFence, partiesShown, updateFence } from "../queries.server";
import { fenceRoom } from "../room";
import { FenceForm, type FenceRow } from "../schema";

export const handle = screen({ title: editTitle(fenceRoom) });

export const loader = page(may.write, (call) =>
  editing(call, fenceRoom, findFence, async (viewer, fence: FenceRow | null) => {
    const [orgs, lines, shown, around] = await Promise.all([
      organisationChoices(viewer),
      linesToTick(viewer, fence?.lineUuids ?? []),
      partiesShown(fence ?? { ownerType: null, ownerUuid: null, busUuids: [] }),
      mapAround(viewer, fence && boxOfShapes(shapesOf([fence]))),
    ]);
    return { orgs, lines, shown, ...around };
  }),
);

export const action = page(may.write, async (call) => {
  const [copy, request] = await twice(call.request);
  const form = await formDataOf(copy);
  const search = searchIn(form);
  if (search) return typedAgain(form, FenceForm, { lines: await linesToTick(call.viewer, search.ticked, search.keyword) });
  return saving({ ...call, request }, fenceRoom, FenceForm, { create: createFence, update: updateFence });
});

export default function EditFence() {
  const loaded = useEditing<typeof loader>();
  const looked = useActionData() as { lines?: Choice[] } | undefined;
  return (
    <EditScreen room={fenceRoom}>
      <FenceFields {...loaded} lines={looked?.lines ?? loaded.lines} />
    </EditScreen>
  );
}
