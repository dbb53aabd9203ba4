import { useActionData } from "@remix-run/react";
import { organisationChoices } from "~/domains/organisations/queries.server";
import { mapAround } from "~/domains/roads/queries.server";
import { page } from "~/kernel/access/page.server";
import type { Viewer } from "~/kernel/access/viewer";
import { again, readForm } from "~/kernel/forms/read-form";
import { boxOfShapes } from "~/kernel/map/shape-geometry";
import { editing, saving } from "~/kernel/rooms/pages.server";
import { EditScreen, editTitle, screen, useEditing } from "~/kernel/screens";
import { FenceFields, type LineFound } from "../fields";
import { linesToTick } from "../lines-to-tick.server";
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
  const form = await call.request.clone().formData();
  if (form.get("find") === "lines") return lookedFor(call.viewer, form);
  return saving(call, fenceRoom, FenceForm, { create: createFence, update: updateFence });
});

/** The same form with everything typed, and the lines that were looked for. */
async function lookedFor(viewer: Viewer, form: FormData) {
  const { reply } = await readForm(form, FenceForm);
  const ticked = form.getAll("lineUuids").map(String);
  return again({ status: "error", reply: { ...reply, status: "error", error: {} } }, { lines: await linesToTick(viewer, ticked, String(form.get("lineKeyword") ?? "").slice(0, 64)) });
}

export default function EditFence() {
  const loaded = useEditing<typeof loader>();
  const looked = useActionData() as { lines?: LineFound[] } | undefined;
  return (
    <EditScreen room={fenceRoom}>
      <FenceFields {...loaded} lines={looked?.lines ?? loaded.lines} />
    </EditScreen>
  );
}
