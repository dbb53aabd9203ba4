import { z } from "zod";
import { api, endpoint } from "~/kit/page/http/api.server";
import { plainType } from "~/kit/ground/files/media-types";
import { blob } from "~/kit/page/http/blob";
import { longBlob } from "~/kit/page/http/long-download.server";
import { may } from "../policy";
import { feedFile, writeFeed } from "./download.server";
import { FeedForm, usualSpeed } from "./schema";

const { asOf, speed, all } = FeedForm.shape;
const Asked = z.strictObject({ asOf, speed: speed.default(usualSpeed), all });

export const feedApi = api("/api/line/gtfs/v1.0", {
  export: endpoint(may.read, Asked, blob(plainType), async (viewer, asked, call) =>
    longBlob(call, viewer, feedFile(asked), await writeFeed(viewer, asked, new URL(call.request.url).origin)),
  ),
});
