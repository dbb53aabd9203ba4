import { expect } from "vitest";
import { today } from "~/kit/ground/time/today.server";
import { builtCall } from "../call";
import { logSome } from "../logged";

const [logins, requests, jobs] = ["/api/baseLoginLog/v1.0", "/api/baseReqLog/v1.0", "/api/baseJobExecLog/v1.0"];
const backwards = { body: { from: "2026-05-02", to: "2026-05-01" }, path: "to", message: "结束日期不能早于开始日期" };
const day = () => ({ from: today(), to: today() });

builtCall(`${logins}/pageList`, {
  async success(person) {
    const { address } = await logSome();
    const { data } = await person.call(`${logins}/pageList`, { pageNum: 1, pageSize: 5, address });
    expect(data).toMatchObject({
      total: 1,
      list: [
        { userAccount: "planner", result: "failed", why: "账号或密码不正确", browser: "Firefox 121", system: "Linux" },
      ],
    });
  },
  bad: { body: { result: "perhaps" }, path: "result", message: "请从列表中选择" },
});

builtCall(`${logins}/chartData`, {
  async success(person) {
    const failed = async () =>
      (await person.call<{ day: string; failed: number }[]>(`${logins}/chartData`, day())).data[0]!.failed;
    const before = await failed();
    await logSome();
    expect(await failed()).toBe(before + 1);
    expect((await person.call<unknown[]>(`${logins}/chartData`)).data).toHaveLength(7);
  },
  bad: backwards,
});

builtCall(`${requests}/pageList`, {
  async success(person) {
    const some = await logSome();
    const { data } = await person.call(`${requests}/pageList`, { functionName: some.function, speed: "slow" });
    expect(data).toMatchObject({
      total: 1,
      list: [
        { functionName: some.function, userAccount: "planner", method: "GET", path: "/spec", status: 200, ms: 2000 },
      ],
    });
  },
  bad: { body: { from: "yesterday" }, path: "from", message: "请输入日期" },
});

builtCall(`${requests}/directiveInfo`, {
  async success(person) {
    const some = await logSome();
    const { data } = await person.call<{ functionName: string; median: number; p95: number }[]>(
      `${requests}/directiveInfo`,
      day(),
    );
    const sum = data.find(({ functionName }) => functionName === some.function)!;
    expect(sum).toMatchObject({ count: 4, people: 1, errors: 1 });
    expect(Math.abs(sum.median - 8)).toBeLessThan(2.5);
    expect(Math.abs(sum.p95 - 2000)).toBeLessThan(600);
  },
  bad: backwards,
});

builtCall(`${requests}/chartDataBar`, {
  async success(person) {
    const some = await logSome();
    const bars = async (by: string) =>
      (
        await person.call<{ key: string; name: string; count: number; errors: number }[]>(`${requests}/chartDataBar`, {
          ...day(),
          by,
        })
      ).data;
    expect(await bars("function")).toContainEqual({ key: some.function, name: some.function, count: 4, errors: 1 });
    const [[ofDay], hours, organisations] = await Promise.all([bars("day"), bars("hour"), bars("organisation")]);
    expect([ofDay!.key, hours.length]).toEqual([today(), 24]);
    for (const split of [hours, organisations])
      expect(split.reduce((sum, { count }) => sum + count, 0)).toBe(ofDay!.count);
    expect(organisations.map(({ name }) => name)).toContain("没有机构或未登录");
  },
  bad: { body: { by: "week" }, path: "by", message: "hour" },
});

builtCall(`${jobs}/pageList`, {
  async success(person) {
    const { title } = await logSome();
    const { data } = await person.call(`${jobs}/pageList`, { jobTitle: title });
    expect(data).toMatchObject({ total: 1, list: [{ title, result: "failed", error: "没有成功", rows: 3 }] });
  },
  bad: { body: { pageSize: 501 }, path: "pageSize", message: /./ },
});
