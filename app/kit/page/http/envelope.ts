import type { FieldError, Problem, Reason } from "~/kit/ground/problem";
import { sayWhenToRetry } from "~/kit/page/refusal/retry-after";

export interface Envelope {
  success: boolean;
  code: number;
  message: string;
  data: unknown;
  reason?: Reason;
  errors?: FieldError[];
  ref?: string;
}

/** Codes that a client acts on (specification, error catalogue). */
const envelopeCode = { ok: 200, refused: 400, fault: 500, noToken: 10111, expired: 10200 } as const;

export const accepted = (data: unknown): Envelope => ({
  success: true,
  code: envelopeCode.ok,
  message: "操作成功",
  data: data ?? null,
});

export const refused = (problem: Problem): Envelope => ({
  success: false,
  code: envelopeCode.refused,
  message: problem.message,
  data: problem.conflict ?? null,
  reason: problem.reason,
  ...(problem.errors.length > 0 && { errors: problem.errors }),
});

export const noToken = (): Envelope => ({
  success: false,
  code: envelopeCode.noToken,
  message: "令牌无效，请登录",
  data: null,
});
export const expired = (): Envelope => ({
  success: false,
  code: envelopeCode.expired,
  message: "登录已过期,请重新登录",
  data: null,
});
export const fault = (ref: string, message = "系统错误，请稍后再试"): Envelope => ({
  success: false,
  code: envelopeCode.fault,
  message,
  data: null,
  ref,
});

/** The envelope as an HTTP answer; never cached. */
export function envelopeResponse(envelope: Envelope, status = 200): Response {
  const answer = Response.json(envelope, { status, headers: { "Cache-Control": "no-store" } });
  sayWhenToRetry(status, answer.headers);
  return answer;
}
