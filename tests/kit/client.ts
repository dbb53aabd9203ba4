import { request } from "node:http";
import { readPage } from "./page";

export interface CallAnswer {
  status: number;
  headers: Record<string, string | string[] | undefined>;
  text: string;
}

/** One browser or program at an address of its own: another of this machine's (127.0.0.2), or behind a proxy that says so. */
export class Client {
  private readonly cookies = new Map<string, string>();
  constructor(
    private readonly url: string,
    private readonly from: { address?: string; forwardedFor?: string } = {},
  ) {}

  get(path: string): Promise<CallAnswer> {
    return this.send(path, "GET");
  }

  /** Sends a form as a page of ours does. */
  post(path: string, fields: Record<string, string>): Promise<CallAnswer> {
    const type = "application/x-www-form-urlencoded";
    return this.send(path, "POST", new URLSearchParams(fields).toString(), { "content-type": type });
  }

  async call<T = unknown>(
    path: string,
    body: object = {},
    { token, method = "POST" }: { token?: string; method?: "GET" | "POST" } = {},
  ): Promise<{ http: number; success: boolean; code: number; message: string; data: T; errors?: { path: string }[] }> {
    const headers = { "content-type": "application/json", ...(token && { authorization: token }) };
    const answer = await this.send(path, method, method === "POST" ? JSON.stringify(body) : undefined, headers);
    return { http: answer.status, ...(JSON.parse(answer.text) as object) } as never;
  }

  /** Signs in through the page and answers what that said: the messages of its fields, or where it led. */
  async signIn(userAccount: string, userPassword: string, more: Record<string, string> = {}): Promise<string> {
    const answer = await this.post("/login", { userAccount, userPassword, ...more });
    if (answer.status === 303) return String(answer.headers.location);
    const page = readPage(answer.text);
    const said = ["userAccount", "userPassword", "captchaCode"].map((name) => page.errorAt(name)).join("");
    return `${answer.status} ${said || page.text}`;
  }

  private send(
    path: string,
    method: string,
    body?: string,
    headers: Record<string, string | undefined> = {},
  ): Promise<CallAnswer> {
    const { address, forwardedFor } = this.from;
    const cookie = [...this.cookies].map(([name, value]) => `${name}=${value}`).join("; ");
    return new Promise((resolve, reject) => {
      const asked = request(
        this.url + path,
        {
          method,
          agent: false,
          localAddress: address,
          headers: {
            accept: "text/html",
            "sec-fetch-site": "same-origin",
            ...headers,
            ...(cookie && { cookie }),
            ...(forwardedFor && { "x-forwarded-for": forwardedFor }),
          },
        },
        (answer) => {
          for (const line of answer.headers["set-cookie"] ?? []) this.keep(line);
          const chunks: Buffer[] = [];
          answer.on("data", (chunk: Buffer) => chunks.push(chunk));
          answer.on("error", reject);
          answer.on("end", () =>
            resolve({
              status: answer.statusCode!,
              headers: answer.headers,
              text: Buffer.concat(chunks).toString("utf8"),
            }),
          );
        },
      );
      asked.on("error", reject);
      asked.end(body);
    });
  }

  private keep(line: string): void {
    const [name = "", value = ""] = line.split(";")[0]!.split("=");
    if (value === "") this.cookies.delete(name);
    else this.cookies.set(name, value);
  }
}
