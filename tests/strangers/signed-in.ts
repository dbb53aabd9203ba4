import { call } from "../faults/api";

/** What a person who is signed in sends with a page's request, and with a call. */
export interface Keys {
  cookie: string;
  token: string;
}

/** Signs an account in at a running program. */
export async function signedIn(url: string, userAccount: string, userPassword: string): Promise<Keys> {
  const { data } = await call<{ token: string } | null>(url, "/api/base/login/login", { userAccount, userPassword });
  if (!data) throw new Error(`${userAccount} was not let in`);
  const entered = await fetch(`${url}/?token=${data.token}`, { redirect: "manual" });
  const cookies = entered.headers.getSetCookie().map((line) => line.split(";")[0]);
  return { token: data.token, cookie: cookies.join("; ") };
}
