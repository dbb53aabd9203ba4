import { createReadableStreamFromReadable } from "@remix-run/node";
import { z } from "zod";
import { Problem } from "~/kit/ground/problem";
import { plainType } from "~/kit/ground/files/media-types";
import { recordKey } from "~/kit/page/forms/rules";
import { blob } from "~/kit/page/http/blob";
import { api, type ApiCall, endpoint, publicEndpoint } from "~/kit/page/http/api.server";
import { envelopeResponse, refused } from "~/kit/page/http/envelope";
import { openDownload } from "./download.server";
import { may } from "./policy";
import { type Saying, sayings } from "./sayings.server";
import { Download } from "./schema";
import { releaseTerminal } from "./tokens.server";

/** What terminals say and ask; the Authorization header carries the terminal's own secret, not a session. */
export const linkApi = api("/api/device-link/v1.0", {
  ...Object.fromEntries(Object.entries(sayings).map(([name, said]) => [name, endpointOf(said)])),
  download: publicEndpoint(
    Download,
    blob(plainType),
    async (call, { ticket }) => {
      const opened = await openDownload(callerOf(call), ticket);
      if ("refused" in opened)
        return envelopeResponse(refused(new Problem("forbidden", opened.refused)), opened.status);
      return new Response(createReadableStreamFromReadable(opened.stream), opened);
    },
    { method: "GET" },
  ),
});

export const terminalApi = api("/api/dev/v1.0", {
  releaseTerminal: endpoint(may.write, z.object({ devUuid: recordKey }), z.null(), async (viewer, { devUuid }) => {
    await releaseTerminal(viewer, devUuid);
    return null;
  }),
});

function endpointOf({ request, reply, answer }: Saying) {
  return publicEndpoint(request, reply, (call, input) => answer(callerOf(call), input));
}

const callerOf = (call: ApiCall) => ({ ...call, headers: call.request.headers });
