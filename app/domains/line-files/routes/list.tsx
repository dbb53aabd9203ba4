import { useLoaderData } from "@remix-run/react";
import { organisationChoices } from "~/domains/organisations/queries.server";
import { page } from "~/kit/page/http/page.server";
import { allows } from "~/kit/data/access/viewer";
import { ListScreen, screen } from "~/kit/page/screens";
import { CountTiles } from "~/kit/page/tables/count-tiles";
import { narrowedTo } from "~/kit/page/tables/hrefs";
import { listPage } from "~/kit/page/tables/list-loader.server";
import { fileLineTable, lacks } from "../file-lines-table";
import { type FileLinePage, listFileLines } from "../file-lines.server";
import { may } from "../policy";
import { batchesUrl, otherFilesUrl } from "../urls";

export const handle = screen({ title: "文件管理" });

export const loader = page(may.read, async (call) => {
  const { viewer } = call;
  const rights = { write: allows(viewer, may.write), issue: allows(viewer, "issue-task.write") };
  let found: FileLinePage | undefined;
  const [list, orgId] = await Promise.all([
    listPage(call, {}, fileLineTable(rights), async (by, state) => {
      found = await listFileLines(by, state);
      return found;
    }),
    organisationChoices(viewer),
  ]);
  return {
    list,
    counts: found!.counts,
    outdated: found!.outdated,
    rights,
    choices: { orgId },
    mayGenerate: allows(viewer, may.generate),
    maySeeFiles: allows(viewer, "issue-task.read"),
  };
});

export default function Files() {
  const { list, counts, outdated, rights, choices, mayGenerate, maySeeFiles } = useLoaderData<typeof loader>();
  const { may: _may, ...shown } = list;
  const table = fileLineTable(rights);
  const { state } = list;
  return (
    <ListScreen
      {...shown}
      table={table}
      choices={choices}
      title="文件管理"
      emptyText="没有生效或待生效的线路：先在线路管理中编辑站点并使其生效。"
      actions={
        <>
          {maySeeFiles && (
            <a className="button" href={otherFilesUrl}>
              文件目录
            </a>
          )}
          {mayGenerate && (
            <a className="button primary" href={batchesUrl}>
              批量生成
            </a>
          )}
        </>
      }
    >
      <CountTiles
        label="按状态"
        tiles={lacks.map(({ value, label, look }) => ({
          label,
          look,
          count: counts[value],
          isCurrent: state.filters.standing === value,
          href: narrowedTo(table, state, "standing", value),
        }))}
      />
      {outdated.lines > 0 && (
        <p className="quiet">
          过期涉及 {outdated.lines} 条线路、{outdated.buses} 辆车
        </p>
      )}
    </ListScreen>
  );
}
