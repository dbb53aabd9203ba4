import { readOnlyList } from "~/kit/room/read-only-lists";
import { auditUrl, may } from "./policy";
import { listChanges, roomChoices, streamChanges } from "./queries.server";
import { changeTable } from "./table";

export const changeAudit = readOnlyList({
  title: "变更审计",
  noun: "变更",
  url: auditUrl,
  read: may.read,
  table: changeTable,
  list: listChanges,
  stream: streamChanges,
  choices: (viewer) => ({ room: roomChoices(viewer) }),
  exportAsks: true,
  emptyText: "还没有您可以查看的修改。",
});
