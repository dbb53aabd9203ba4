import { existsSync, readFileSync } from "node:fs";
import { expect, it } from "vitest";
import { findTasks, manual, readPage, taskFor, taskUrl } from "~/help/manual.server";
import { menuResources } from "~/permissions";
import { account, enter, visitorWith } from "../kit/accounts";
import { codeOf, pageOf, type Picture, readTaken } from "../pictures/screens-of";
import { pagePaths } from "./addresses";

const read = (file: string) => readFileSync(file, "utf8");
const tasks = manual().flatMap((page) => page.tasks.map((task) => ({ page, task })));
const ownScreens = ["/homepage", "/search", "/modify-password", "/my-sessions", "/my-uploads", "/personal-settings"];

it("has a task for every screen of the menu and of the frame", () => {
  const screens = [...menuResources.flatMap((menu) => menu.screens.flatMap(({ path }) => path ?? [])), ...ownScreens];
  expect(screens.length).toBeGreaterThan(50);
  expect(screens.filter((path) => !taskFor(path))).toEqual([]);
});

it("names no screen that is not there, no task twice, and no picture that does not lie there", () => {
  const paths = new Set(pagePaths());
  const named = tasks.flatMap(({ task }) => task.screens);
  expect(named.filter((path) => !paths.has(path))).toEqual([]);
  const ids = tasks.map((one) => taskUrl(one));
  expect(ids).toEqual([...new Set(ids)]);
  const pictures = tasks.flatMap(({ task }) => [...task.html.matchAll(/<img src="([^"]+)"/g)].map(([, at]) => at!));
  expect(pictures.length).toBeGreaterThan(2);
  expect(pictures.filter((at) => !existsSync(`public${at}`))).toEqual([]);
});

it("shows no picture that is older than the code of its page: `npm run pictures` takes them anew", () => {
  const taken = readTaken();
  const shown = [read("README.md"), ...manual().flatMap((page) => page.tasks.map((task) => task.html))].flatMap(
    (text) => [...text.matchAll(/(?:public|src=")\/((?:manual|screenshots)\/[\w-]+\.png)/g)].map(([, at]) => at!),
  );
  expect(shown.length).toBeGreaterThan(4);
  expect(shown.filter((at) => !(at in pageOf))).toEqual([]);
  const pictures = Object.keys(pageOf) as Picture[];
  expect(pictures.filter((one) => taken[one] !== codeOf(one))).toEqual([]);
});

it("leads from every record's page to what its screen is for, and from an unknown address to the contents", async () => {
  const person = await visitorWith();
  const led = await person.send("/help?at=/bus/bus-management/0123456789abcdef0123456789abcdef/edit?kept=1");
  expect(led.headers.get("location")).toContain(`/help/fleet#${encodeURIComponent("新增车辆")}`);
  expect((await person.get("/help?at=/no/such/page")).$("h1").text()).toBe("使用手册");
  const home = await person.get("/homepage");
  expect(home.$("header a:contains(帮助)").attr("href")).toBe("/help?at=/homepage");
});

it("shows each page with its tasks, the contents with all of them, and says that a page is not there", async () => {
  const person = await visitorWith();
  const contents = await person.get("/help");
  for (const { name, title, tasks: own } of manual()) {
    const page = await person.get(`/help/${name}`);
    expect([page.status, page.$("h1").text()]).toEqual([200, title]);
    expect(
      page
        .$("article h2")
        .map((_, head) => page.$(head).text())
        .get(),
    ).toEqual(own.map((task) => task.title));
    expect(contents.$(`a[href^="/help/${name}#"]`).length).toBe(own.length);
  }
  expect((await person.get("/help/none")).status).toBe(404);
});

it("finds tasks by all words, those with them in the title first, and in the palette too", async () => {
  expect(findTasks("撤销 导入").map(({ task }) => task.title)).toContain("导入一张表");
  expect(findTasks("换站名")[0]!.task.title).toBe("换站名");
  expect(findTasks("没有这样的词")).toEqual([]);
  expect(findTasks("  ")).toEqual([]);
  const person = await enter(await account());
  const page = await person.get(`/help?${new URLSearchParams({ q: "试听" })}`);
  expect(page.$("main li a").first().attr("href")).toMatch(/^\/help\/voice#/);
  expect((await person.get(`/help?q=${encodeURIComponent("没有这样的词")}`)).text).toContain("没有找到“没有这样的词”");
  const found = await person.get(`/search?${new URLSearchParams({ q: "换站名" })}`);
  expect(found.$("main h2:contains(使用手册)").closest("section").text()).toContain("换站名");
});

it("reads a page's title, what it is about and its tasks with their screens, and shows no picture from elsewhere", () => {
  const page = readPage(
    "x",
    "# 甲\n说明\n\n## 任 务\n> 在 [这里](/a/b?c=1)\n> 和 [那里](/d)\n\n![图](https://x/y.png) 后 [别处](/e)\n",
  );
  expect([page.title, page.about, page.tasks.length]).toEqual(["甲", "说明", 1]);
  expect([page.tasks[0]!.id, page.tasks[0]!.screens]).toEqual(["任-务", ["/a/b", "/d"]]);
  expect(page.tasks[0]!.html).not.toContain("<img");
});
