import { readOnlyList } from "~/kit/room/read-only-lists";
import { may } from "./policy";
import { listImports, streamImports, templateChoices } from "./queries.server";
import { logTable } from "./table";
import { logUrl } from "./urls";

export const importLog = readOnlyList({
  title: "导入日志",
  url: logUrl,
  read: may.read,
  table: logTable,
  list: listImports,
  stream: streamImports,
  choices: (viewer) => ({ templateCode: templateChoices(viewer) }),
  emptyText: "还没有导入或导出。",
});
