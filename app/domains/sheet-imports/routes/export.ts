import type { z } from "zod";
import { allows } from "~/kit/data/access/viewer";
import { longDownload } from "~/kit/page/http/long-download.server";
import { page } from "~/kit/page/http/page.server";
import { readState } from "~/kit/page/tables/state";
import { problem } from "~/kit/ground/problem";
import { exportFile } from "~/kit/room/sheets/sheet-files.server";
import { listSheets } from "~/kit/room/sheets/sheet-registry";
import { may } from "../policy";

/** The records of a list under the filters of its address, in the template's shape. */
export const loader = page(may.read, async (call) => {
  const { viewer, url } = call;
  const asked = url.searchParams.get("template");
  const sheet = listSheets().find((one) => one.templateCode === asked && allows(viewer, one.may.read));
  if (!sheet) throw problem.missing("模板");
  const table = { filters: sheet.filters as z.ZodObject, filterFields: [], sortBy: "", sortable: none, pageSize: 50 };
  const { filters } = readState(table as never, url);
  const format = url.searchParams.get("format") === "csv" ? "csv" : "xlsx";
  const file = await exportFile(sheet, viewer, filters, format);
  return longDownload(call, file, () => file.content());
});

const none = new Set<string>();
