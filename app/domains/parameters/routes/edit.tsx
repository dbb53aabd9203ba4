import { mapAround } from "~/domains/roads/queries.server";
import { page } from "~/kit/page/http/page.server";
import { boxOf, parseLngLat } from "~/transit/geo/lng-lat";
import { editing, saving } from "~/kit/room/pages.server";
import { screen } from "~/kit/page/screens";
import { EditScreen, editTitle, useEditing } from "~/kit/room/screens";
import { ParameterFields } from "../fields";
import { may } from "../policy";
import {
  createParameter,
  findParameter,
  isSeeded,
  moduleChoices,
  productChoices,
  updateParameter,
} from "../queries.server";
import { parameterRoom } from "../room";
import { ParameterForm, parameterTypes, valuesOf } from "../schema";

export const handle = screen({ title: editTitle(parameterRoom) });

export const loader = page(may.write, (call) =>
  editing(call, parameterRoom, findParameter, async (viewer, record) => {
    const seeded = record !== null && isSeeded(record);
    const asked = parameterTypes.find(
      ({ value }) => value === (seeded ? record.paramType : (call.url.searchParams.get("type") ?? record?.paramType)),
    );
    const place = parseLngLat(record?.paramValue ?? "");
    const [map, products, modules] = await Promise.all([
      mapAround(viewer, place && boxOf([place])),
      productChoices(viewer),
      moduleChoices(viewer),
    ]);
    return { paramType: asked?.value ?? "text", seeded, ...map, products, modules };
  }),
);

export const action = page(may.write, (call) =>
  saving(call, parameterRoom, ParameterForm, {
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
