import type { Program } from "./program";

/** What an API call answers in its envelope. */
export interface Envelope<T> {
  success: boolean;
  code: number;
  message?: string;
  data: T;
}

/** Posts one API call; rejects when there is no answer in time. */
export async function call<T>(url: string, name: string, body: object, token = ""): Promise<Envelope<T>> {
  const answer = await fetch(url + name, {
    method: "POST",
    headers: { "Content-Type": "application/json", ...(token ? { Authorization: token } : {}) },
    body: JSON.stringify(body),
    signal: AbortSignal.timeout(40_000),
  });
  return (await answer.json()) as Envelope<T>;
}

export async function login(url: string, userPassword: string): Promise<string> {
  const answer = await call<{ token: string } | null>(url, "/api/base/login/login", {
    userAccount: "admin",
    userPassword,
  });
  if (!answer.success || !answer.data) throw new Error(`login refused: ${answer.message}`);
  return answer.data.token;
}

/** The cookies of a session for pages, taken with a call's token. */
export async function pageCookie(program: Program, token: string): Promise<string> {
  const answer = await program.ask(`/?token=${token}`);
  const cookies = answer?.headers.getSetCookie().map((line) => line.split(";")[0]) ?? [];
  if (cookies.length === 0) throw new Error("the token was not taken for pages");
  return cookies.join("; ");
}
