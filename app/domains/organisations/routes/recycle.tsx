import { page } from "~/kit/page/http/page.server";
import { recyclePage, restoring } from "~/kit/room/pages.server";
import { screen } from "~/kit/page/screens";
import { RecycleBin, recycleTitle } from "~/kit/room/screens";
import { may } from "../policy";
import { restoreOrganisation } from "../queries.server";
import { organisationRoom } from "../room";
import { organisationSource } from "../source.server";

export const handle = screen({ title: recycleTitle(organisationRoom) });
export const loader = page(may.remove, (call) =>
  recyclePage(call, organisationSource, { title: "orgName", detail: "orgCode" }),
);
export const action = page(may.remove, (call) => restoring(call, organisationRoom, restoreOrganisation));

export default function DeletedOrganisations() {
  return <RecycleBin room={organisationRoom} codeLabel="机构编号" codeLength={20} />;
}
