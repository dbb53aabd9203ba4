import { useLoaderData } from "@remix-run/react";
import { page } from "~/kernel/access/page.server";
import { allows } from "~/kernel/access/viewer";
import { screen } from "~/kernel/screens";
import { ExportChoice } from "~/kernel/screens/list-tools";
import { TreeScreen, treeAsked } from "~/kernel/trees/tree-screen";
import { may } from "../policy";
import { organisationTree } from "../queries.server";
import { organisationRoom } from "../room";
import { organisationColumns } from "../table";

export const handle = screen({ title: "机构管理" });

export const loader = page(may.read, async ({ viewer, url }) => ({
  tree: await organisationTree(viewer),
  asked: treeAsked(url),
  mayWrite: allows(viewer, may.write),
  mayRemove: allows(viewer, may.remove),
}));

export default function Organisations() {
  const { tree, asked, mayWrite, mayRemove } = useLoaderData<typeof loader>();
  const { url } = organisationRoom;
  return (
    <TreeScreen
      tree={tree}
      columns={organisationColumns(mayWrite)}
      nameOf={(row) => row.orgName}
      textOf={(row) => `${row.orgName} ${row.orgCode} ${row.leader ?? ""}`}
      asked={asked}
      addTo={mayWrite ? `${url}/new` : undefined}
      actions={
        <>
          <ExportChoice url={url} query={String(new URLSearchParams({ keyword: asked.find }))} />
          {mayRemove && <a className="button" href={`${url}/recycle`}>回收站</a>}
        </>
      }
      placeholder="名称、编号或负责人"
      emptyText={mayWrite ? "还没有机构：请先新增总公司，再在它下面新增分公司和车队。" : "没有您可以查看的机构，请联系管理员。"}
    />
  );
}
