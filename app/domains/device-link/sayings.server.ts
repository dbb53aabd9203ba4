import type { z } from "zod";
import {
  keepProgress,
  keepResult,
  type ProgressFate,
  type Progress,
  type Result,
} from "~/domains/issue-tasks/deliveries/queries.server";
import { problem } from "~/kit/ground/problem";
import { envelopeResponse, noToken } from "~/kit/page/http/envelope";
import { type LinkCaller, type LinkedDevice, linkedDevice, noteRefused } from "./authenticate.server";
import { noteMessages } from "./messages.server";
import { answerPoll } from "./poll.server";
import { sayProgress, sayResult } from "./say.server";
import { KeptAnswer, Poll, PollAnswer, ProgressReport, ResultReport } from "./schema";

/** What a terminal may say: how it must look, and what answers it. */
export interface Saying {
  request: z.ZodType;
  reply: z.ZodType;
  answer(caller: LinkCaller, input: unknown): Promise<unknown>;
}

export const sayings = {
  poll: said(Poll, PollAnswer, async (device, asked, caller) => {
    if (asked.deviceNo !== device.devSelfCode) {
      noteRefused(caller, `设备 ${device.devSelfCode} 的令牌自称设备 ${asked.deviceNo}`);
      throw problem.field("deviceNo", "设备编号与令牌不符");
    }
    return answerPoll(device, asked);
  }),
  progress: said(ProgressReport, KeptAnswer, async (device, progress: Progress, caller) => {
    const kept = await keepProgress(device, progress);
    note(device, "progress", sayProgress(progress, kept), `progress ${progress.detailUuid}`);
    return answerKept(kept, device, caller);
  }),
  result: said(ResultReport, KeptAnswer, async (device, result: Result, caller) => {
    const kept = await keepResult(device, result);
    note(device, "result", sayResult(result, kept));
    return answerKept(kept, device, caller);
  }),
};

function said<I extends z.ZodType, O extends z.ZodType>(
  request: I,
  reply: O,
  answer: (device: LinkedDevice, input: z.output<I>, caller: LinkCaller) => Promise<z.input<O>>,
): Saying {
  return {
    request,
    reply,
    async answer(caller, input) {
      const device = await linkedDevice(caller);
      if (typeof device === "object") return answer(device, input as z.output<I>, caller);
      return device === "unknown"
        ? envelopeResponse({ ...noToken(), message: "设备令牌无效或已停用" })
        : envelopeResponse({ ...noToken(), message: "错误的设备令牌过多，请稍后再试" }, 429);
    },
  };
}

function answerKept(kept: ProgressFate, { devSelfCode }: LinkedDevice, caller: LinkCaller): z.input<typeof KeptAnswer> {
  if (kept !== "unknown") return { kept: kept === "kept", late: kept === "late" };
  noteRefused(caller, `设备 ${devSelfCode} 回报不是自己的下发`);
  throw problem.missing("下发");
}

const note = ({ devUuid }: LinkedDevice, kind: string, content: string, fold?: string) =>
  noteMessages([{ devUuid, transport: "http", isFromDevice: true, kind, content, fold }]);
