import { offerLines } from "~/domains/lines/queries.server";
import { page } from "~/kit/page/http/page.server";
import { loadPicks } from "~/kit/room/offers.server";
import { loadFormPage } from "~/kit/room/pages.server";
import { saveAndRedirect } from "~/kit/room/save-form.server";
import { screen } from "~/kit/page/screens";
import { EditScreen, editTitle, useEditing } from "~/kit/room/screens";
import { VariantFields } from "../fields";
import { may } from "../policy";
import { createVariant, findVariant, updateVariant } from "../queries.server";
import { variantRoom } from "../room";
import { VariantForm } from "../schema";

export const handle = screen({ title: editTitle(variantRoom) });

const offers = { mainUuid: offerLines };
const lineAsked = (url: URL) => url.searchParams.get("lineUuid") ?? undefined;

export const loader = page(may.write, (call) =>
  loadFormPage(call, variantRoom, findVariant, async (viewer, variant) => ({
    picks: await loadPicks(viewer, offers, { mainUuid: variant?.mainUuid ?? lineAsked(call.url) }),
    lineAsked: lineAsked(call.url),
  })),
);
export const action = page(may.write, (call) =>
  saveAndRedirect(call, variantRoom, VariantForm, { offers, create: createVariant, update: updateVariant }),
);

export default function EditVariant() {
  const { record, ...given } = useEditing<typeof loader>();
  return (
    <EditScreen room={variantRoom}>
      <VariantFields variant={record} {...given} />
    </EditScreen>
  );
}
