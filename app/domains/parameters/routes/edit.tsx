import { mapAround } from "~/domains/roads/queries.server";
import { page } from "~/kit/page/http/page.server";
import { boxOf, parseLngLat } from "~/transit/geo/lng-lat";
import { saveAndRedirect } from "~/kit/room/save-form.server";
import { roomForm } from "~/kit/room/served-pages.server";
import { screen } from "~/kit/page/screens";
import { EditScreen, editTitle, useEditing } from "~/kit/room/screens";
import { ParameterFields } from "../fields";
import { createParameter, isSeeded, updateParameter } from "../queries.server";
import { ParameterForm, parameterRoom, parameterTypes, valuesOf } from "../room";
import { parameters } from "../room.server";

export const handle = screen({ title: editTitle(parameterRoom) });

export const loader = page(parameterRoom.may.write, (call) =>
  roomForm(call, parameters, async (viewer, record) => {
    const seeded = record !== null && isSeeded(record);
    const asked = parameterTypes.find(
      ({ value }) => value === (seeded ? record.paramType : (call.url.searchParams.get("type") ?? record?.paramType)),
    );
    const place = parseLngLat(record?.paramValue ?? "");
    return { paramType: asked?.value ?? "text", seeded, ...(await mapAround(viewer, place && boxOf([place]))) };
  }),
);

export const action = page(parameterRoom.may.write, (call) =>
  saveAndRedirect(call, parameterRoom, ParameterForm, {
    create: (viewer, sent) => createParameter(viewer, valuesOf(sent)),
    update: (viewer, key, sent, version) => updateParameter(viewer, key, valuesOf(sent), version),
  }),
);

export default function EditParameter() {
  return (
    <EditScreen room={parameterRoom}>
      <ParameterFields {...useEditing<typeof loader>()} />
    </EditScreen>
  );
}
