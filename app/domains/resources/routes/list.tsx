import { useLoaderData } from "@remix-run/react";
import { allApps } from "~/domains/apps/queries.server";
import { ownAppCode } from "~/domains/apps/room";
import { OnceField } from "~/kit/page/forms/once";
import { page } from "~/kit/page/http/page.server";
import { allows } from "~/kit/data/access/viewer";
import { ServerOnly } from "~/kit/page/http/server-only";
import { screen } from "~/kit/page/screens";
import { readTreeQuery, TreeScreen } from "~/kit/page/trees/tree-screen";
import { actionsColumn } from "../actions";
import { resourceTree } from "../queries.server";
import { type ResourceRow, resourceRoom, resourceTable } from "../room";

export const handle = screen({ title: resourceRoom.title });

/** The program's own app is shown first; a search without an app looks through them all. */
export const loader = page(resourceRoom.may.read, async ({ viewer, url }) => {
  const apps = (await allApps(viewer, {})).map(({ appId, appName, appCode }) => ({
    appId,
    appName,
    own: appCode === ownAppCode,
  }));
  const sent =
    url.searchParams.get("appId") ?? (url.searchParams.has("keyword") ? "" : apps.find((app) => app.own)?.appId);
  const appId = apps.find((app) => app.appId === sent)?.appId;
  return {
    asked: readTreeQuery(url, ["appId"]),
    apps,
    appId,
    tree: new ServerOnly(await resourceTree(viewer, { appId })),
    may: { write: allows(viewer, resourceRoom.may.write), remove: allows(viewer, resourceRoom.may.remove) },
  };
});

export default function Resources() {
  const { asked, apps, appId, tree, may } = useLoaderData<typeof loader>();
  const { url, nameOf } = resourceRoom;
  const [title, ...others] = resourceTable.columns;
  const names = new Map(apps.map((app) => [app.appId, app.appName]));
  const ofAll = [
    { id: "appName", header: "应用", width: 140, cell: (row: ResourceRow) => names.get(row.appId) },
    ...others.filter(({ id }) => id !== "path"),
  ];
  const columns = [title!, ...(appId ? others : ofAll)];
  return (
    <>
      <form id="order" method="post" action={`${url}/order`} hidden>
        <OnceField />
      </form>
      <TreeScreen
        room={resourceRoom}
        may={may}
        tree={tree.value}
        columns={may.write || may.remove ? [...columns, actionsColumn(url, may)] : columns}
        nameOf={nameOf}
        textOf={({ title, resourceName, permissionCode, path }) =>
          [title, resourceName, permissionCode, path].join(" ")
        }
        asked={asked}
        addTo={`${url}/new?appId=${appId ?? ""}`}
        placeholder="标题、标识、权限码或地址"
        emptyText="这个应用还没有资源。"
        filters={
          <label>
            应用{" "}
            <select name="appId" defaultValue={appId ?? ""} data-send="">
              <option value="">全部应用</option>
              {apps.map((app) => (
                <option key={app.appId} value={app.appId}>
                  {app.appName}
                </option>
              ))}
            </select>
          </label>
        }
      />
    </>
  );
}
