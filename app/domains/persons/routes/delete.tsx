import { page } from "~/kernel/access/page.server";
import { askRemoval, removing } from "~/kernel/rooms/pages.server";
import { RemovalScreen, removalTitle, screen } from "~/kernel/screens";
import { may } from "../policy";
import { deletePersons, findPerson, personUses } from "../queries.server";
import { personRoom } from "../room";

export const handle = screen({ title: removalTitle(personRoom) });
export const loader = page(may.remove, (call) => askRemoval(call, personRoom, findPerson, personUses));
export const action = page(may.remove, (call) => removing(call, personRoom, findPerson, deletePersons));

export default function DeletePerson() {
  return <RemovalScreen room={personRoom} />;
}
