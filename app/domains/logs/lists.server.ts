import { readOnlyList } from "~/kit/room/read-only-lists";
import { readingOf } from "~/kit/room/source.server";
import { jobTable } from "./job-table";
import { loginTable } from "./login-table";
import { jobsUrl, loginsUrl, may, requestsUrl } from "./policy";
import { jobSource, listRequests, loginSource, streamRequests } from "./queries.server";
import { requestTable } from "./request-table";

export const jobLog = readOnlyList({
  title: "系统任务日志",
  url: jobsUrl,
  read: may.read,
  table: jobTable,
  ...readingOf(jobSource),
  emptyText: "还没有运行过系统任务。",
});

export const loginLog = readOnlyList({
  title: "用户登录日志",
  url: loginsUrl,
  read: may.read,
  table: loginTable,
  ...readingOf(loginSource),
  emptyText: "还没有登录记录。",
});

export const requestLog = readOnlyList({
  title: "功能访问日志",
  url: requestsUrl,
  read: may.read,
  table: requestTable,
  list: listRequests,
  stream: streamRequests,
  emptyText: "还没有访问记录。",
});
