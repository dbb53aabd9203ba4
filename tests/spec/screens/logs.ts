import { expect } from "vitest";
import { builtScreen } from "../call";
import { logSome } from "../logged";

const search = { form: "main form[role=search]" };
let some: Awaited<ReturnType<typeof logSome>>;
const logged = (path: string) => async () => {
  some = await logSome();
  return path;
};

builtScreen("/log/user-login", {
  at: logged("/log/user-login"),
  heading: "用户登录日志",
  shows: /planner.*账号或密码不正确/,
  async change(person) {
    const found = await (await person.get("/log/user-login")).submit({ address: some.address }, search);
    expect(found.$("tbody tr")).toHaveLength(1);
    expect(found.$("tbody").text()).toContain("Firefox 121");
  },
});

builtScreen("/log/feature-visit", {
  at: logged("/log/feature-visit"),
  heading: "功能访问日志",
  shows: /功能 .*planner/,
  async change(person) {
    const found = await (
      await person.get("/log/feature-visit")
    ).submit({ functionName: some.function, result: "fault" }, search);
    expect(found.$("tbody tr")).toHaveLength(1);
    expect(found.$("tbody").text()).toMatch(/系统错误 500.*\/spec/);
  },
});

builtScreen("/log/system-task", {
  at: logged("/log/system-task"),
  heading: "系统任务日志",
  shows: /任务 .*失败.*没有成功/,
  async change(person) {
    const found = await (
      await person.get("/log/system-task")
    ).submit({ jobTitle: some.title, result: "failed" }, search);
    expect(found.$("tbody tr")).toHaveLength(1);
  },
});

builtScreen("/log/analysis", {
  at: logged("/log/analysis"),
  heading: "日志分析图表",
  shows: /各功能的使用.*功能 /,
  async change(person) {
    const none = await (
      await person.get("/log/analysis")
    ).submit({ from: "2001-01-01", to: "2001-01-31" }, { form: "main form" });
    expect(none.text).toContain("2001-01-01 至 2001-01-31 没有登录记录");
    const page = await person.get("/log/analysis");
    expect((await person.get(`/log/analysis${page.$("a:contains(今天)").attr("href")}`)).text).toContain(some.function);
  },
});
