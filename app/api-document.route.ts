import { apiCalls } from "~/api.server";
import { page } from "~/kit/page/http/page.server";
import { openApiDocument } from "~/kit/page/http/openapi.server";

let document: unknown;

export const loader = page("signed-in", async () =>
  Response.json((document ??= openApiDocument(apiCalls, "基础数据管理平台接口")), {
    headers: { "Cache-Control": "private, max-age=300" },
  }),
);
