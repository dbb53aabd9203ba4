import { useLoaderData } from "@remix-run/react";
import { organisationChoices } from "~/domains/organisations/queries.server";
import { enqueue } from "~/kit/data/jobs/jobs.server";
import { OnceField } from "~/kit/page/forms/once";
import { page } from "~/kit/page/http/page.server";
import { redirectWith } from "~/kit/page/http/redirect.server";
import { ListScreen, screen } from "~/kit/page/screens";
import { listPage } from "~/kit/page/tables/list-loader.server";
import { listRows } from "~/kit/room/source.server";
import { may } from "../../policy";
import { checksUrl } from "../../urls";
import { checkVoicesJob } from "../check.job.server";
import { checkSource } from "../check-source.server";
import { checkTable } from "../check-table";

export const handle = screen({ title: "语音完整性" });

export const loader = page(may.read, async (call) => ({
  ...(await listPage(call, { write: may.write }, checkTable, (viewer, state) => listRows(checkSource, viewer, state))),
  choices: { orgId: await organisationChoices(call.viewer) },
}));

export const action = page(may.write, async ({ request }) => {
  await enqueue(checkVoicesJob, {});
  return redirectWith(request, "正在检查有变化的线路，稍后刷新本页看结果", checksUrl);
});

export default function VoiceChecks() {
  const { may: mayDo, ...list } = useLoaderData<typeof loader>();
  return (
    <ListScreen
      {...list}
      table={checkTable}
      emptyText="还没有检查结果：每 10 分钟检查一次有变化的线路文件，也可以点“现在检查”。"
      actions={
        mayDo.write && (
          <form method="post">
            <OnceField />
            <button className="button">现在检查</button>
          </form>
        )
      }
    />
  );
}
