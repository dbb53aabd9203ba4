import { page } from "~/kernel/access/page.server";
import { redirectWith } from "~/kernel/http/redirect.server";
import { offered } from "~/kernel/rooms/offers.server";
import { editing, saved } from "~/kernel/rooms/pages.server";
import { EditScreen, editTitle, screen, useEditing } from "~/kernel/screens";
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
