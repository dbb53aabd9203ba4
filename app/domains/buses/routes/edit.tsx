import { page } from "~/kit/page/http/page.server";
import { redirectWith } from "~/kit/page/http/redirect.server";
import { offered } from "~/kit/room/offers.server";
import { editing, saved } from "~/kit/room/pages.server";
import { screen } from "~/kit/page/screens";
import { EditScreen, editTitle, useEditing } from "~/kit/room/screens";
import { BusFields } from "../fields";
import { may } from "../policy";
import { busSource, createBus, findBus, formChoices, formOffers, updateBus } from "../queries.server";
import { busRoom, busUrl } from "../room";
import { BusForm } from "../schema";
import { vinChecks } from "../vin";

export const handle = screen({ title: editTitle(busRoom) });
export const loader = page(may.write, (call) =>
  editing(call, busRoom, findBus, async (viewer, bus) => {
    const [choices, picks] = await Promise.all([formChoices(viewer), offered(viewer, formOffers, bus)]);
    return { choices, picks };
  }),
);

export const action = page(may.write, async (call) => {
  const { saved: bus, answer } = await saved(call, busRoom, BusForm, {
    create: createBus,
    update: updateBus,
    pictured: busSource,
    offers: formOffers,
  });
  if (!bus) return answer;
  const doubtful = bus.vin !== null && !vinChecks(bus.vin);
  const warning = doubtful ? "；注意：车辆识别代码第 9 位校验不符，请核对" : "";
  return redirectWith(
    call.request,
    `已保存车辆 ${bus.busSelfCode}${warning}`,
    busUrl(bus),
    doubtful ? "warning" : "success",
  );
});

export default function EditBus() {
  return (
    <EditScreen room={busRoom}>
      <BusFields {...useEditing<typeof loader>()} />
    </EditScreen>
  );
}
