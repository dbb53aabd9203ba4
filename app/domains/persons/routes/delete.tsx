import { page } from "~/kit/page/http/page.server";
import { askRemoval, removing } from "~/kit/room/pages.server";
import { screen } from "~/kit/page/screens";
import { RemovalScreen, removalTitle } from "~/kit/room/screens";
import { may } from "../policy";
import { deletePersons, findPerson, personUses } from "../queries.server";
import { personRoom } from "../room";

export const handle = screen({ title: removalTitle(personRoom) });
export const loader = page(may.remove, (call) => askRemoval(call, personRoom, findPerson, personUses));
export const action = page(may.remove, (call) => removing(call, personRoom, findPerson, deletePersons));

export default function DeletePerson() {
  return <RemovalScreen room={personRoom} />;
}
