import { page } from "~/kit/page/http/page.server";
import { historyPage } from "~/kit/room/pages.server";
import { screen } from "~/kit/page/screens";
import { historyTitle, RecordHistory } from "~/kit/room/screens";
import { may } from "../policy";
import { findOrganisation } from "../queries.server";
import { organisationRoom } from "../room";

export const handle = screen({ title: historyTitle(organisationRoom) });
export const loader = page(may.read, (call) => historyPage(call, organisationRoom, findOrganisation));

export default function OrganisationHistory() {
  return <RecordHistory room={organisationRoom} />;
}
