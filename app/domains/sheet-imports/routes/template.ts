import { allows } from "~/kit/data/access/viewer";
import { longDownload } from "~/kit/page/http/long-download.server";
import { page } from "~/kit/page/http/page.server";
import { problem } from "~/kit/ground/problem";
import { templateFile } from "~/kit/room/sheets/sheet-files.server";
import { listSheets } from "~/kit/room/sheets/sheet-registry";
import { may } from "../policy";

export const loader = page(may.read, async (call) => {
  const { viewer, url } = call;
  const asked = url.searchParams.get("template");
  const sheet = listSheets().find((one) => one.templateCode === asked && allows(viewer, one.may.write));
  if (!sheet) throw problem.missing("模板");
  const file = await templateFile(sheet, viewer);
  return longDownload(call, file, () => file.content());
});
