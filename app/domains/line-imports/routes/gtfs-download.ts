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
  if (!asked.success)
    return redirectWith(
      request,
      "没有下载：日期或车速不正确，请修改后再下载",
      `${gtfsExportUrl}${url.search}`,
      "error",
    );
  return longDownload(call, feedFile(asked.data), await writeFeed(viewer, asked.data, url.origin));
});
