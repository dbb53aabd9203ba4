import { readFileSync } from "node:fs";
import { expect, it } from "vitest";
import { db, inTransaction } from "~/kit/data/db/pool.server";
import { type IconName, iconNames } from "~/kit/page/forms/icon-names";
import { verbIcons } from "~/kit/page/forms/verb-icons";
import { menuResources } from "~/permissions";
import { seedResources } from "~/seed/resources.server";
import { account, enter } from "../../../tests/kit/accounts";

it("each screen of the menu has a picture of its own, which the program has", () => {
  const icons = menuResources.flatMap((menu) => menu.screens).flatMap(({ path, icon }) => (path ? [icon] : []));
  expect(icons.filter((icon, place) => icons.indexOf(icon) !== place)).toEqual([]);
  expect(icons.filter((icon) => !iconNames.includes(icon as IconName))).toEqual([]);
  const sprite = readFileSync("app/kit/page/screens/icons.svg", "utf8");
  expect([...sprite.matchAll(/<symbol id="([^"]+)"/g)].map(([, id]) => id).sort()).toEqual(
    [...iconNames, ...verbIcons].sort(),
  );
});

it("a permission whose page was built since the last start becomes that page, for those who held it", async () => {
  const of = () =>
    db()
      .selectFrom("resource")
      .select(["resourceId", "type", "path", "title"])
      .where("resourceName", "=", "Organization")
      .where("deletedAt", "is", null)
      .executeTakeFirstOrThrow();
  const { resourceId } = await of();
  await db()
    .updateTable("resource")
    .set({ type: "button", path: null, icon: null, title: "机构（改名）" })
    .where("resourceId", "=", resourceId)
    .execute();
  const person = await enter(await account({ permissions: ["organisation.read"] }));
  expect((await person.get("/homepage")).$("nav a[href='/org/organization']").length).toBe(0);
  await inTransaction((trx) => seedResources(trx));
  expect(await of()).toEqual({ resourceId, type: "page", path: "/org/organization", title: "机构（改名）" });
  expect((await person.get("/homepage")).$("nav a[href='/org/organization']").text()).toContain("机构（改名）");
});
