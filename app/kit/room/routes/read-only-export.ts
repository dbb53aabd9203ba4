import { requireFreshPassword } from "~/kit/data/access/fresh-password.server";
import { exportPage } from "~/kit/page/tables/export.server";
import { readOnlyPage } from "../list-page.server";

export const loader = readOnlyPage((call, { table, stream, title, url, exportAsks }) => {
  if (exportAsks) requireFreshPassword(call.viewer, url + call.url.search);
  return exportPage(call, table, stream, title);
});
