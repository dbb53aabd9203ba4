import { page } from "~/kit/page/http/page.server";
import { recyclePage, restoring } from "~/kit/room/pages.server";
import { screen } from "~/kit/page/screens";
import { RecycleBin, recycleTitle } from "~/kit/room/screens";
import { may } from "../policy";
import { maskedPersons, restorePerson } from "../queries.server";
import { personRoom } from "../room";

export const handle = screen({ title: recycleTitle(personRoom) });
export const loader = page(may.remove, (call) =>
  recyclePage(call, maskedPersons, { title: "name", detail: "jobNumber" }),
);
export const action = page(may.remove, (call) => restoring(call, personRoom, restorePerson));

export default function DeletedPersons() {
  return <RecycleBin room={personRoom} codeLabel="工号" />;
}
