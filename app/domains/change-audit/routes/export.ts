import { requireFreshPassword } from "~/kit/data/access/fresh-password.server";
import { page } from "~/kit/page/http/page.server";
import { exportPage } from "~/kit/page/tables/export.server";
import { auditUrl, may } from "../policy";
import { streamChanges } from "../queries.server";
import { changeTable } from "../table";

export const loader = page(may.read, (call) => {
  requireFreshPassword(call.viewer, auditUrl + call.url.search);
  return exportPage(call, changeTable, streamChanges, "变更审计");
});
