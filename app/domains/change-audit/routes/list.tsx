import { useLoaderData } from "@remix-run/react";
import { page } from "~/kit/page/http/page.server";
import { ListScreen, screen } from "~/kit/page/screens";
import { listPage } from "~/kit/page/tables/list-loader.server";
import { auditUrl, may } from "../policy";
import { listChanges, roomChoices } from "../queries.server";
import { changeTable } from "../table";

export const handle = screen({ title: "变更审计" });

export const loader = page(may.read, async (call) => ({
  ...(await listPage(call, {}, changeTable, listChanges)),
  choices: { room: roomChoices(call.viewer) },
}));

export default function ChangeAudit() {
  return (
    <ListScreen
      {...useLoaderData<typeof loader>()}
      table={changeTable}
      room={{ noun: "变更", url: auditUrl }}
      emptyText="还没有您可以查看的修改。"
    />
  );
}
