import { page } from "~/kernel/access/page.server";
import { recyclePage, restoring } from "~/kernel/rooms/pages.server";
import { RecycleBin, recycleTitle, screen } from "~/kernel/screens";
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
