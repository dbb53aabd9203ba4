import { useLoaderData } from "@remix-run/react";
import { page } from "~/kit/page/http/page.server";
import { allows } from "~/kit/data/access/viewer";
import { screen } from "~/kit/page/screens";
import { treeOf } from "~/kit/page/trees/tree";
import { readTreeQuery, TreeScreen } from "~/kit/page/trees/tree-screen";
import { fileColumns } from "../tree-columns";
import { fileTree } from "../file-tree.server";
import { may } from "../policy";
import { batchesUrl, otherFilesUrl } from "../urls";
import { standings } from "../words";

export const handle = screen({ title: "文件管理" });

export const loader = page(may.read, async ({ viewer, url }) => {
  const asked = readTreeQuery(url, ["standing"]);
  const wanted = standings.find(({ value }) => value === url.searchParams.get("standing"))?.value;
  return {
    ...(await fileTree(viewer, wanted)),
    // What is looked for by its state shows at once.
    asked: wanted && !asked.open ? { ...asked, open: "all" } : asked,
    wanted,
    mayWrite: allows(viewer, may.write),
    mayGenerate: allows(viewer, may.generate),
    maySeeFiles: allows(viewer, "issue-task.read"),
  };
});

export default function Files() {
  const { rows, counts, total, lines, buses, asked, wanted, mayWrite, mayGenerate, maySeeFiles } =
    useLoaderData<typeof loader>();
  const emptyText = wanted ? "没有这种状态的线路文件。" : "没有生效或待生效的线路：先在线路管理中编辑站点并使其生效。";
  return (
    <TreeScreen
      tree={treeOf(rows, { id: "key", pid: "above" })}
      columns={fileColumns(mayWrite)}
      nameOf={(row) => row.name}
      textOf={(row) => `${row.name} ${row.found}`}
      asked={asked}
      placeholder="机构、线路或拼音首字母"
      emptyText={emptyText}
      filters={
        <>
          <select name="standing" aria-label="文件状态" defaultValue={wanted ?? ""}>
            <option value="">全部（{total}）</option>
            {standings.map(({ value, label }) => (
              <option key={value} value={value}>
                {label}（{counts[value]}）
              </option>
            ))}
          </select>
          {counts.outdated > 0 && (
            <span className="quiet">
              过期涉及 {lines} 条线路、{buses} 辆车
            </span>
          )}
        </>
      }
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
    />
  );
}
