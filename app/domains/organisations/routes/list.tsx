import { useLoaderData } from "@remix-run/react";
import { page } from "~/kit/page/http/page.server";
import { allows } from "~/kit/data/access/viewer";
import { screen } from "~/kit/page/screens";
import { ExportChoice } from "~/kit/page/screens/list-tools";
import { TreeScreen, readTreeQuery } from "~/kit/page/trees/tree-screen";
import { sheetOffer } from "~/kit/room/sheets/sheet-registry";
import { organisationTree } from "../queries.server";
import { organisationRoom } from "../room";
import { organisationColumns } from "../table";

export const handle = screen({ title: organisationRoom.title });

const { may } = organisationRoom;

export const loader = page(may.read, async ({ viewer, url }) => ({
  tree: await organisationTree(viewer),
  asked: readTreeQuery(url),
  may: { write: allows(viewer, may.write), remove: allows(viewer, may.remove) },
  sheet: sheetOffer(viewer, organisationRoom.url),
}));

export default function Organisations() {
  const { tree, asked, may, sheet } = useLoaderData<typeof loader>();
  return (
    <TreeScreen
      tree={tree}
      room={organisationRoom}
      may={may}
      columns={organisationColumns(may.write)}
      nameOf={(row) => row.orgName}
      textOf={(row) => `${row.orgName} ${row.orgCode} ${row.leader ?? ""}`}
      asked={asked}
      actions={
        <>
          <ExportChoice
            url={organisationRoom.url}
            query={String(new URLSearchParams({ keyword: asked.find }))}
            sheet={sheet?.exportTo}
          />
          {sheet?.importTo && (
            <a className="button" href={sheet.importTo}>
              导入
            </a>
          )}
        </>
      }
      placeholder="名称、编号或负责人"
      emptyText={
        may.write ? "还没有机构：请先新增总公司，再在它下面新增分公司和车队。" : "没有您可以查看的机构，请联系管理员。"
      }
    />
  );
}
