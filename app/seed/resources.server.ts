import type { Transaction } from "kysely";
import { newKey } from "~/kit/data/db/pool.server";
import type { DB } from "~/kit/data/db/tables";
import { buttonName, menuResources } from "~/permissions";

const baseAppCode = "base";

/** Adds the app and the resources that the program knows and the database does not; what administrators changed stays. A screen that had no page when it was added gets its page. */
export async function seedResources(trx: Transaction<DB>): Promise<void> {
  const appId = await seedApp(trx);
  const known = new Map(
    (
      await trx
        .selectFrom("resource")
        .select(["resourceId", "resourceName"])
        .where("appId", "=", appId)
        .where("deletedAt", "is", null)
        .execute()
    ).map((row) => [row.resourceName, row.resourceId]),
  );
  const add = async (values: {
    pid: string | null;
    type: string;
    resourceName: string;
    title: string;
    permissionCode?: string;
    path?: string;
    icon?: string;
    noCache?: boolean;
    resourceSort: number;
  }) => {
    const there = known.get(values.resourceName);
    if (there) return there;
    const resourceId = newKey();
    await trx
      .insertInto("resource")
      .values({ ...values, resourceId, appId, createdBy: "system", updatedBy: "system" })
      .execute();
    known.set(values.resourceName, resourceId);
    return resourceId;
  };
  for (const [place, menu] of menuResources.entries()) {
    const menuId = await add({
      pid: null,
      type: "menu",
      resourceName: menu.resourceName,
      title: menu.title,
      icon: menu.icon,
      resourceSort: (place + 1) * 100,
    });
    for (const [row, screen] of menu.screens.entries()) {
      const pageId = await add({
        pid: menuId,
        // A screen that has calls but no page yet gives a permission without standing in the menu.
        type: screen.path ? "page" : "button",
        resourceName: screen.resourceName,
        title: screen.title,
        permissionCode: screen.permission,
        path: screen.path,
        icon: screen.icon,
        noCache: screen.noCache ?? false,
        resourceSort: (row + 1) * 10,
      });
      if (screen.path)
        await trx
          .updateTable("resource")
          .set({ type: "page", path: screen.path, icon: screen.icon })
          .where("resourceId", "=", pageId)
          .where("type", "=", "button")
          .where("path", "is", null)
          .execute();
      for (const [column, button] of screen.buttons.entries()) {
        await add({
          pid: pageId,
          type: "button",
          resourceName: buttonName(screen, button),
          title: button.title,
          permissionCode: button.permission,
          resourceSort: column + 1,
        });
      }
    }
  }
}

async function seedApp(trx: Transaction<DB>): Promise<string> {
  const there = await trx
    .selectFrom("app")
    .select("appId")
    .where("appCode", "=", baseAppCode)
    .where("deletedAt", "is", null)
    .executeTakeFirst();
  if (there) return there.appId;
  const appId = newKey();
  await trx
    .insertInto("app")
    .values({
      appId,
      appCode: baseAppCode,
      appName: "基础数据管理平台",
      englishShortName: "base",
      address: "/homepage",
      icon: "bus",
      sort: 1,
      createdBy: "system",
      updatedBy: "system",
    })
    .execute();
  return appId;
}
