import { useLoaderData } from "@remix-run/react";
import { organisationChoices } from "~/domains/organisations/queries.server";
import { page } from "~/kit/page/http/page.server";
import { ListScreen, screen } from "~/kit/page/screens";
import { listPage } from "~/kit/page/tables/list-loader.server";
import { may } from "../policy";
import { licensesDue, listPersons, postChoices } from "../queries.server";
import { personRoom } from "../room";
import { dueDays } from "../schema";
import { personTable } from "../table";

export const handle = screen({ title: "人员管理" });

export const loader = page(may.read, async (call) => {
  const { viewer } = call;
  const [list, orgId, postUuid, licenses] = await Promise.all([
    listPage(call, may, personTable, listPersons),
    organisationChoices(viewer),
    postChoices(viewer),
    licensesDue(viewer),
  ]);
  return { ...list, licenses, choices: { orgId, postUuid } };
});

export default function Persons() {
  const { licenses, ...list } = useLoaderData<typeof loader>();
  return (
    <ListScreen
      room={personRoom}
      table={personTable}
      {...list}
      emptyText="还没有人员：新增驾驶员、乘务员等，之后可以授权线路、预设车辆。"
    >
      {licenses.due + licenses.expired > 0 && (
        <p className="notice warn">
          驾驶证 {dueDays} 天内到期 <a href="?licenseDue=due">{licenses.due} 人</a>，已过期{" "}
          <a href="?licenseDue=expired">{licenses.expired} 人</a>
        </p>
      )}
    </ListScreen>
  );
}
