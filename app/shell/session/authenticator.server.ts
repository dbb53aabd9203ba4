import { Authenticator } from "remix-auth";
import { FormStrategy } from "remix-auth-form";
import { beginLogin, type SignedIn } from "~/kit/data/access/login.server";
import type { RequestFacts } from "~/kit/data/access/request.server";
import { problem } from "~/kit/ground/problem";
import { LoginForm } from "./schema";

type LoginBegun = SignedIn | { half: string };

/** The page's way in: the form strategy over the same login verb as the API. The strategy is handed another Request than ours, so address and number come beside it. */
export function signIn(
  posted: Request,
  { clientAddress: address, requestId }: Pick<RequestFacts, "clientAddress" | "requestId">,
): Promise<LoginBegun> {
  const strategy = new FormStrategy<LoginBegun>(async ({ form, request }) => {
    const sent = LoginForm.safeParse(
      Object.fromEntries([...form].filter(([, value]) => typeof value === "string" && value !== "")),
    );
    if (!sent.success)
      throw problem.fields(sent.error.issues.map((issue) => ({ path: issue.path.join("."), message: issue.message })));
    return beginLogin(sent.data, { address, requestId, userAgent: request.headers.get("user-agent") });
  });
  return new Authenticator<LoginBegun>().use(strategy, "form").authenticate("form", posted);
}
