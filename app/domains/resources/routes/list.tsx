import { useLoaderData } from "@remix-run/react";
import { appChoices } from "~/domains/apps/queries.server";
import { page } from "~/kernel/access/page.server";
import { allows } from "~/kernel/access/viewer";
import { unsent } from "~/kernel/http/unsent";
import { screen } from "~/kernel/screens";
import { treeAsked, TreeScreen } from "~/kernel/trees/tree-screen";
import { may } from "../policy";
import { resourceTree } from "../queries.server";
import { resourceRoom } from "../room";
import { actionsColumn, resourceTable } from "../table";

export const handle = screen({ title: "资源管理" });

export const loader = page(may.read, async ({ viewer, url }) => {
  const apps = await appChoices(viewer);
  const asked = url.searchParams.get("appId");
  const appId = (apps.find((app) => app.value === asked) ?? apps[0])?.value ?? "";
  return { asked: treeAsked(url, ["appId"]), apps, appId, tree: unsent(await resourceTree(viewer, { appId })), may: { write: allows(viewer, may.write), remove: allows(viewer, may.remove) } };
});

export default function Resources() {
  const { asked, apps, appId, tree, may } = useLoaderData<typeof loader>();
  const { url, nameOf } = resourceRoom;
  return (
    <>
      <form id="order" method="post" action={`${url}/order`} hidden />
      <TreeScreen
        tree={tree}
        columns={may.write || may.remove ? [...resourceTable.columns, actionsColumn(may)] : resourceTable.columns}
        nameOf={nameOf}
        textOf={({ title, resourceName, permissionCode, path }) => [title, resourceName, permissionCode, path].join(" ")}
        asked={asked}
        addTo={may.write ? `${url}/new?appId=${appId}` : undefined}
        actions={may.remove && <a className="button" href={`${url}/recycle`}>回收站</a>}
        placeholder="标题、标识、权限码或地址"
        emptyText="这个应用还没有资源。"
        filters={
          <label>
            应用{" "}
            <select name="appId" defaultValue={appId} data-send="">
              {apps.map(({ value, label }) => (
                <option key={value} value={value}>
                  {label}
                </option>
              ))}
            </select>
          </label>
        }
      />
    </>
  );
}
