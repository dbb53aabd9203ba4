import { page } from "~/kernel/access/page.server";
import { historyPage } from "~/kernel/rooms/pages.server";
import { historyTitle, RecordHistory, screen } from "~/kernel/screens";
import { may } from "../policy";
import { findOrganisation } from "../queries.server";
import { organisationRoom } from "../room";

export const handle = screen({ title: historyTitle(organisationRoom) });
export const loader = page(may.read, (call) => historyPage(call, organisationRoom, findOrganisation));

export default function OrganisationHistory() {
  return <RecordHistory room={organisationRoom} />;
}
