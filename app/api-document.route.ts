import { apiCalls } from "~/api.server";
import { apiDocument } from "~/system-menu";
import { pageOrCall } from "~/kit/page/http/page-or-call.server";
import { openApiDocument } from "~/kit/page/http/openapi.server";

let document: unknown;

export const loader = pageOrCall(apiDocument.permission, async () =>
  Response.json((document ??= openApiDocument(apiCalls, "基础数据管理平台接口")), {
    headers: { "Cache-Control": "private, max-age=300" },
  }),
);
