import { expect, test } from "@playwright/test";
import { town } from "../../app/transit/osm/town.sample";
import { toOsmXml } from "../../app/transit/osm/write-xml";
import { passwords } from "../kit/passwords";
import { expectRefused, expectSaid } from "./said";
import { arrive } from "./arrive";
import { signIn } from "./sign-in";

/** The town's lines under numbers that the demo city does not have. */
function file(): Buffer {
  const { relations, ...rest } = town();
  const renamed = relations.map(({ tags = {}, ...relation }) => ({
    ...relation,
    tags:
      "ref" in tags
        ? {
            ...tags,
            ref: `80${tags.ref}`,
            ...("name" in tags && { name: tags.name!.replace(tags.ref!, `80${tags.ref}`) }),
          }
        : tags,
  }));
  return Buffer.from(toOsmXml({ ...rest, relations: renamed }));
}

test("the main way: import a map, see its lines, open one from a bookmark, correct its stations, match its path, save", async ({
  page,
}) => {
  await signIn(page);
  await page.goto("/map/data-down-load");
  await page.getByRole("link", { name: "导入地图数据" }).click();
  await page.getByLabel("地图文件").setInputFiles({ name: "小镇.osm", mimeType: "application/xml", buffer: file() });
  await page.getByRole("button", { name: "上传并读取" }).click();

  await expect(page.locator("[aria-current=step]")).toHaveText(/核对/, { timeout: 60_000 });
  await expect(page.getByRole("main")).toContainText("808路");
  const organisation = page.getByLabel("线路所属机构");
  await organisation.selectOption(await organisation.locator("option", { hasText: "一车队" }).getAttribute("value"));
  await page.getByRole("button", { name: "确认导入" }).click();
  await expect(page.getByRole("main")).toContainText("已导入", { timeout: 60_000 });

  await page.goto("/line/line-management?keyword=808");
  await page.getByRole("link", { name: "808路" }).click();
  await expect(page.getByRole("heading", { level: 1, name: "808路" })).toBeVisible();
  await expect(page.getByRole("main")).toContainText("西站");
  await expect(page.getByRole("img", { name: /808路/ }).first()).toBeVisible();
  const bookmark = page.url();

  await page.getByRole("banner").getByText("设置").click();
  await page.getByRole("button", { name: "退出登录" }).click();
  await page.goto(bookmark);
  await page.getByLabel("账号").fill("planner");
  await page.getByLabel("密码").fill(passwords.demo);
  await page.getByRole("button", { name: "登录" }).click();
  await expect(page).toHaveURL(bookmark);

  await page.getByRole("link", { name: "编辑站点" }).first().click();
  await arrive(page, page.getByRole("textbox", { name: "添加站点" }));
  const rows = page.locator("tr[data-station-serial]");
  const before = await rows.count();
  await page.getByRole("textbox", { name: "添加站点" }).fill("和平街北");
  await page.getByLabel("加在第").fill("2");
  await page.getByRole("button", { name: "查找" }).click();
  await page
    .getByRole("button", { name: /^添加 和平街北/ })
    .first()
    .click();
  await expect(rows).toHaveCount(before + 1);
  await page.getByRole("button", { name: /^下移 第 2 站 和平街北/ }).click();
  await expect(page.locator("#row-3")).toContainText("和平街北");
  await page.getByRole("button", { name: /^移除 第 3 站 和平街北/ }).click();
  await expect(rows).toHaveCount(before);
  await page.getByRole("textbox", { name: /第 2 站 .* 的进站半径/ }).fill("10");
  await page.getByRole("button", { name: "保存到草稿" }).click();
  await expectRefused(page, "20 到 300 米");
  await page.getByRole("textbox", { name: /第 2 站 .* 的进站半径/ }).fill("60");
  await page.getByRole("button", { name: "保存到草稿" }).click();
  await expectSaid(page, /保存.*草稿/);

  await page.getByRole("link", { name: "匹配路径" }).first().click();
  await expect(page.getByRole("main")).toContainText("% 在道路上");
  await page.getByRole("button", { name: "采用新路径" }).click();
  await expectSaid(page, "采用匹配的路径");
  await expect(page.getByRole("main")).toContainText(/里程 \d+\.\d{3} 公里/);
});
