import { lineOptions } from "~/domains/lines/queries.server";
import { page } from "~/kernel/access/page.server";
import type { Viewer } from "~/kernel/access/viewer";
import { editing, saving } from "~/kernel/rooms/pages.server";
import { EditScreen, editTitle, screen, useEditing } from "~/kernel/screens";
import { VariantFields } from "../fields";
import { may } from "../policy";
import { createVariant, findVariant, updateVariant } from "../queries.server";
import { variantRoom } from "../room";
import { VariantForm } from "../schema";

export const handle = screen({ title: editTitle(variantRoom) });

export const loader = page(may.write, (call) =>
  editing(call, variantRoom, findVariant, async (viewer, variant) => ({
    lines: variant ? [] : await linesToChoose(viewer, call.url.searchParams.get("lineUuid")),
  })),
);
export const action = page(may.write, (call) => saving(call, variantRoom, VariantForm, { create: createVariant, update: updateVariant }));

export default function EditVariant() {
  const { record, ...given } = useEditing<typeof loader>();
  return (
    <EditScreen room={variantRoom}>
      <VariantFields variant={record} {...given} />
    </EditScreen>
  );
}

/** The one that the address names, else all. */
async function linesToChoose(viewer: Viewer, only: string | null) {
  const lines = (await lineOptions(viewer)).map(({ lineUuid, lineName }) => ({ value: lineUuid, label: lineName }));
  const named = lines.filter(({ value }) => value === only);
  return named.length > 0 ? named : lines;
}
