import { allApps } from "~/domains/apps/queries.server";
import { allModules } from "~/domains/modules/queries.server";
import type { Viewer } from "~/kit/data/access/viewer";
import type { Choice } from "~/kit/page/forms/field";
import { treeChoices } from "~/kit/page/trees/tree";
import { menuResources } from "~/permissions";
import { resourceTree } from "./source.server";

/** Where a resource may stand, app by app: the app's key is its top. A resource itself and what is below it are left out. */
export async function placeChoices(viewer: Viewer, without?: string): Promise<Choice[]> {
  const [apps, tree] = await Promise.all([allApps(viewer, {}), resourceTree(viewer, {})]);
  return apps.flatMap(({ appId, appName }) => {
    const own = treeChoices(
      tree.filter((node) => node.appId === appId && node.type !== "link"),
      ({ title }) => `\u3000${title}`,
      without,
    );
    return [{ value: appId, label: `【${appName}】顶层` }, ...own];
  });
}

export async function resourceChoices(viewer: Viewer, resourceId?: string) {
  const [place, moduleId] = await Promise.all([placeChoices(viewer, resourceId), moduleChoices(viewer)]);
  return { place, moduleId, permissionCode: permissionChoices };
}

export async function moduleChoices(viewer: Viewer): Promise<Choice[]> {
  return (await allModules(viewer, {})).map(({ moduleId, moduleName, productName }) => ({
    value: moduleId,
    label: `${moduleName}（${productName}）`,
  }));
}

const permissionChoices: Choice[] = menuResources.flatMap(({ screens }) =>
  screens.flatMap(({ title, permission, buttons }) =>
    [{ permission, title: "查看" }, ...buttons].map((one) => ({
      value: one.permission,
      label: `${title}：${one.title}（${one.permission}）`,
    })),
  ),
);
