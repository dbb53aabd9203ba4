import { Authenticator } from "remix-auth";
import { FormStrategy } from "remix-auth-form";
import { login } from "~/kit/data/access/login.server";
import { problem } from "~/kit/ground/problem";
import { LoginForm } from "./schema";

export interface SignedIn {
  token: string;
  sessionId: string;
  userId: string;
}

/** The page's way in: the form strategy over the same login verb as the API. `context` carries the caller's address. */
export const authenticator = new Authenticator<SignedIn>();

const callers = new WeakMap<Request, string>();

export function callerOf(request: Request, address: string): Request {
  callers.set(request, address);
  return request;
}

authenticator.use(
  new FormStrategy(async ({ form, request }) => {
    const sent = LoginForm.safeParse(
      Object.fromEntries([...form].filter(([, value]) => typeof value === "string" && value !== "")),
    );
    if (!sent.success)
      throw problem.fields(sent.error.issues.map((issue) => ({ path: issue.path.join("."), message: issue.message })));
    return login(sent.data, {
      address: callers.get(request) ?? "unknown",
      userAgent: request.headers.get("user-agent"),
    });
  }),
  "form",
);
