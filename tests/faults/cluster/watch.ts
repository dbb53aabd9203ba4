import { setTimeout as sleep } from "node:timers/promises";

/** What a page says that is not there, whoever says it: the program, or what stands before it in the words of docs/operating.md. */
const ourWords = /数据库|系统暂时不可用|系统繁忙|稍后再试|使用的人太多/;

/** What came of asking again and again. */
export interface Watched {
  right: number;
  /** Refused in our words. */
  told: number;
  /** In somebody else's, or no answer. */
  foreign: string[];
  /** When, by the clock of `performance`, an answer was right; of the last it is the last. */
  lastRight: number;
}

/** Asks for a page and for a call every 50 ms, as two people would, until it is ended. */
export function watch(url: string, { cookie, token }: { cookie: string; token: string }) {
  const seen: Record<"page" | "call", Watched> = {
    page: { right: 0, told: 0, foreign: [], lastRight: 0 },
    call: { right: 0, told: 0, foreign: [], lastRight: 0 },
  };
  let isOver = false;
  const asking = Promise.all([
    again("page", "/personnel/post-management", { headers: { cookie } }, (text) => text.includes("岗位")),
    again(
      "call",
      "/api/post/v1.0/list",
      { method: "POST", headers: { authorization: token, "content-type": "application/json" }, body: "{}" },
      (text) => (JSON.parse(text) as { success: boolean }).success,
    ),
  ]);

  async function again(what: "page" | "call", path: string, init: RequestInit, isRight: (text: string) => boolean) {
    const mine = seen[what];
    for (; !isOver; await sleep(50)) {
      try {
        const answer = await fetch(url + path, { redirect: "manual", signal: AbortSignal.timeout(60_000), ...init });
        const text = await answer.text();
        if (answer.status === 200 && isRight(text)) {
          mine.right++;
          mine.lastRight = performance.now();
        } else if ((answer.status === 503 || what === "call") && ourWords.test(text)) {
          mine.told++;
          if (what === "call") JSON.parse(text);
        } else mine.foreign.push(`${answer.status} ${text.slice(0, 200)}`);
      } catch (error) {
        const { cause, message } = error as Error & { cause?: Error };
        mine.foreign.push(cause?.message ?? message);
      }
    }
  }

  return {
    seen,
    async end() {
      isOver = true;
      await asking;
      return seen;
    },
  };
}
