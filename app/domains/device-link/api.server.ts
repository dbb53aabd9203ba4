import { createReadableStreamFromReadable } from "@remix-run/node";
import {
  keepProgress,
  keepResult,
  type Kept,
  type Progress,
  type Result,
} from "~/domains/issue-tasks/deliveries/queries.server";
import { api, type ApiCall, publicEndpoint } from "~/kit/page/http/api.server";
import { envelopeResponse, noToken, refused } from "~/kit/page/http/envelope";
import { Problem, problem } from "~/kit/ground/problem";
import { z } from "zod";
import { type LinkedDevice, linkedDevice, noteRefused } from "./authenticate.server";
import { openDownload } from "./download.server";
import { noteMessages } from "./messages.server";
import { answerPoll } from "./poll.server";
import { sayProgress, sayResult } from "./say.server";
import { Download, KeptAnswer, Poll, PollAnswer, ProgressReport, ResultReport } from "./schema";

/** What terminals say and ask; the Authorization header carries the terminal's own secret, not a session. */
export const linkApi = api("/api/device-link/v1.0", {
  poll: ofTerminal(Poll, PollAnswer, async (device, asked, call) => {
    if (asked.deviceNo !== device.devSelfCode) {
      noteRefused(call, `设备 ${device.devSelfCode} 的令牌自称设备 ${asked.deviceNo}`);
      throw problem.field("deviceNo", "设备编号与令牌不符");
    }
    return answerPoll(device, asked);
  }),
  progress: ofTerminal(ProgressReport, KeptAnswer, async (device, progress: Progress, call) => {
    const kept = await keepProgress(device, progress);
    note(device, "progress", sayProgress(progress, kept), `progress ${progress.detailUuid}`);
    return answerKept(kept, device, call);
  }),
  result: ofTerminal(ResultReport, KeptAnswer, async (device, result: Result, call) => {
    const kept = await keepResult(device, result);
    note(device, "result", sayResult(result, kept));
    return answerKept(kept, device, call);
  }),
  download: publicEndpoint(
    Download,
    z.any(),
    async (call, { ticket }) => {
      const opened = await openDownload(call, ticket);
      if ("refused" in opened) return envelopeResponse(refused(new Problem("forbidden", opened.refused)), 403);
      return new Response(createReadableStreamFromReadable(opened.stream), opened);
    },
    { method: "GET" },
  ),
});

function ofTerminal<I extends z.ZodType, O extends z.ZodType>(
  request: I,
  reply: O,
  handler: (device: LinkedDevice, input: z.output<I>, call: ApiCall) => Promise<z.input<O>>,
) {
  return publicEndpoint(request, reply, async (call, input) => {
    const device = await linkedDevice(call);
    return device ? handler(device, input, call) : envelopeResponse({ ...noToken(), message: "设备令牌无效或已停用" });
  });
}

function answerKept(kept: Kept, { devSelfCode }: LinkedDevice, call: ApiCall): z.input<typeof KeptAnswer> {
  if (kept !== "unknown") return { kept: kept === "kept", late: kept === "late" };
  noteRefused(call, `设备 ${devSelfCode} 回报不是自己的下发`);
  throw problem.missing("下发");
}

const note = ({ devUuid }: LinkedDevice, kind: string, content: string, fold?: string) =>
  noteMessages([{ devUuid, transport: "http", isFromDevice: true, kind, content, fold }]);
