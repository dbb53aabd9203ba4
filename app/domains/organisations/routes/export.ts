import type { Viewer } from "~/kit/data/access/viewer";
import { page } from "~/kit/page/http/page.server";
import { exportPage } from "~/kit/page/tables/export.server";
import type { ListState } from "~/kit/page/tables/select-page.server";
import { streamRows } from "~/kit/room/source.server";
import { listOrganisations, organisationSource } from "../queries.server";
import { organisationRoom } from "../room";
import { organisationTable } from "../table";

export const loader = page(organisationRoom.may.read, (call) =>
  exportPage(call, organisationTable, withParents, organisationRoom.noun),
);

async function* withParents(viewer: Viewer, state: Pick<ListState<object>, "sort" | "filters">) {
  const names = new Map((await listOrganisations(viewer)).map(({ orgId, orgName }) => [orgId, orgName]));
  for await (const rows of streamRows(organisationSource, viewer, state))
    yield rows.map((row) => ({ ...row, parentName: row.orgPid && names.get(row.orgPid) }));
}
