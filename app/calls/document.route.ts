import { describeCalls } from "~/calls/description.server";
import { apiDocument } from "~/permissions";
import { pageOrCall } from "~/kit/page/http/page-or-call.server";

export const loader = pageOrCall(apiDocument.permission, async () =>
  Response.json(describeCalls(), { headers: { "Cache-Control": "private, max-age=300" } }),
);
