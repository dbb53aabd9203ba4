import { apiCalls } from "~/api.server";
import { numbersAt } from "~/call-numbers";
import { summaryOf } from "~/call-summaries";
import { fieldTitles } from "~/call-titles";
import { openApiDocument } from "~/kit/page/http/openapi.server";

let document: ReturnType<typeof openApiDocument> | undefined;

/** All calls, as programs and the reader of the documentation get them; made once. */
export const describeCalls = () =>
  (document ??= openApiDocument(apiCalls, {
    title: "基础数据管理平台接口",
    summaryOf,
    numbersAt,
    titles: fieldTitles,
  }));
