import { page } from "~/kit/page/http/page.server";
import { editing, saving } from "~/kit/room/pages.server";
import { screen } from "~/kit/page/screens";
import { EditScreen, editTitle, useEditing } from "~/kit/room/screens";
import { BusModelFields } from "../fields";
import { may } from "../policy";
import { createBusModel, findBusModel, updateBusModel } from "../queries.server";
import { busModelRoom } from "../room";
import { BusModelForm } from "../schema";

export const handle = screen({ title: editTitle(busModelRoom) });
export const loader = page(may.write, (call) => editing(call, busModelRoom, findBusModel));
export const action = page(may.write, (call) =>
  saving(call, busModelRoom, BusModelForm, { create: createBusModel, update: updateBusModel }),
);

export default function EditBusModel() {
  return (
    <EditScreen room={busModelRoom}>
      <BusModelFields {...useEditing<typeof loader>()} />
    </EditScreen>
  );
}
