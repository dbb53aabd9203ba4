import { page } from "~/kernel/access/page.server";
import { editing, saving } from "~/kernel/rooms/pages.server";
import { EditScreen, editTitle, screen, useEditing } from "~/kernel/screens";
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
