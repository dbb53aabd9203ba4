import type { Way } from "~/kit/ground/problem";
import { sayWhenToRetry } from "./retry-after";
import { plainPage } from "./plain-page";

interface Refusal {
  message?: string;
  ref?: string;
  way?: Way;
  /** The person can only sign out. */
  signOut?: boolean;
}

/** What a page's loader or action throws to refuse: the error screen reads what is told, and a route without a screen answers a small page that says it. */
export class RefusalAnswer extends Response {
  constructor(
    private readonly refusal: Refusal,
    { status, headers }: { status: number; headers?: Record<string, string> },
  ) {
    const { message = status === 503 ? "数据库暂时无法连接，请稍后再试" : "系统错误，请稍后再试", ref, way } = refusal;
    const links = [way ?? { label: "返回首页", href: "/" }];
    super(plainPage(message, { ref, links }), {
      status,
      headers: { "Content-Type": "text/html; charset=utf-8", "Cache-Control": "no-store", ...headers },
    });
    sayWhenToRetry(status, this.headers);
  }

  /** Remix asks for it where it hands a thrown answer to the error screen. */
  override text(): Promise<string> {
    return Promise.resolve(this.refusal as never);
  }
}
