import { page } from "~/kit/page/http/page.server";
import { exportPage } from "~/kit/page/tables/export.server";
import { may } from "../policy";
import { listOrganisations, streamOrganisations } from "../queries.server";
import { organisationTable } from "../table";

export const loader = page(may.read, (call) => exportPage(call, organisationTable, withParents, "机构"));

async function* withParents(...[viewer, state]: Parameters<typeof streamOrganisations>) {
  const names = new Map((await listOrganisations(viewer)).map(({ orgId, orgName }) => [orgId, orgName]));
  for await (const rows of streamOrganisations(viewer, state))
    yield rows.map((row) => ({ ...row, parentName: row.orgPid && names.get(row.orgPid) }));
}
