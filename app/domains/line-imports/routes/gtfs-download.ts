import { page } from "~/kit/page/http/page.server";
import { longDownload } from "~/kit/page/http/long-download.server";
import { redirectWith } from "~/kit/page/http/redirect.server";
import { feedFile, writeFeed } from "../gtfs/download.server";
import { FeedForm } from "../gtfs/schema";
import { may } from "../policy";
import { gtfsExportUrl } from "../urls";

/** The network of a day as a GTFS archive; a wrong date or speed is said on the page it was asked from. */
export const loader = page(may.read, async (call) => {
  const { viewer, request, url } = call;
  const asked = FeedForm.safeParse({
    asOf: url.searchParams.get("asOf"),
    speed: Number(url.searchParams.get("speed")),
    all: url.searchParams.has("all"),
  });
  if (!asked.success) return redirectWith(request, "下载地址不完整，请重新选择日期后下载", gtfsExportUrl, "error");
  return longDownload(call, feedFile(asked.data), await writeFeed(viewer, asked.data, url.origin));
});
