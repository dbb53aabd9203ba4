import { longDownload } from "~/kit/page/http/long-download.server";
import { page } from "~/kit/page/http/page.server";
import { may } from "~/domains/lines/policy";
import { shownVersion } from "../shown-version.server";
import { stationSheet } from "../station-sheet";

export const loader = page(may.read, async (call) => {
  const { detail } = await shownVersion(call.viewer, call.url, call.params);
  const name = [detail.lineName, detail.sortType === 1 ? "" : detail.classifyName, "站点"].filter(Boolean).join(" ");
  return longDownload(call, { name: `${name}.csv`, contentType: "text/csv; charset=utf-8" }, async function* () {
    yield Buffer.from(`\ufeff${[...stationSheet(detail.directions)].join("")}`);
  });
});
