import { apiCalls } from "~/calls/calls.server";
import { numbersAt } from "~/calls/numbers";
import { summaryOf } from "~/calls/summaries";
import { fieldTitles } from "~/calls/titles";
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
