import { beforeAll, describe, expect, it } from "vitest";
import { today } from "~/kit/ground/time/today.server";
import { demoVisitor, visitorWith } from "../../../tests/kit/accounts";
import type { Visitor } from "../../../tests/kit/visit";
import { may } from "~/domains/lines/policy";
import type { VersionDetail } from "./schema";
import { lineUrl } from "~/domains/lines/urls";
import { day } from "../../../tests/kit/days";
import { call, lineWithDraft, publishOn, saveStations, someStations } from "./line.sample";

describe("a version that is gone while someone works on it", () => {
  let admin: Visitor;
  let planner: Visitor;
  let stations: Awaited<ReturnType<typeof someStations>>;
  beforeAll(async () => {
    admin = await demoVisitor("admin");
    planner = await visitorWith(may.read, may.write, may.publish);
    stations = await someStations(6);
  });

  const runningLine = async () => {
    const detail = await lineWithDraft(stations.slice(0, 5));
    expect((await publishOn(await admin.get(`${lineUrl(detail)}/publish`), { validFrom: today() })).status).toBe(303);
    return { ...detail, url: lineUrl(detail) };
  };
  const plan = async (url: string, plannedFor: string) => {
    const done = await (await admin.get(`${url}/versions/plan`)).submit({ plannedFor });
    return new URL(done.location!, "http://x").searchParams.get("version")!;
  };
  const discard = async (url: string, version: string) =>
    expect((await (await admin.get(`${url}/discard?version=${version}`)).submit()).status).toBe(303);
  const names = (...numbers: number[]) => numbers.map((n) => stations[n]!.staName);
  const namesOf = (detail: VersionDetail) => detail.directions[0]!.stationList.map(({ staName }) => staName);

  it("keeps what was typed into a draft that another threw away, and saves it as a new one for its day", async () => {
    const { url, lineUuid } = await runningLine();
    const draft = await plan(url, day(10));
    const typed = await (
      await planner.get(`${url}/stations?version=${draft}`)
    ).submit({}, { press: '[value="remove:2"]' });
    await discard(url, draft);
    const told = await typed.submit({}, { press: "保存到草稿" });
    expect(told.status).toBe(409);
    expect(told.text).toContain(`计划 ${day(10)} 生效的草稿已由系统管理员在`);
    expect(told.text).toContain(`取消 1 站：${names(1)[0]}（原第 2 站）；共 4 站`);
    const saved = await told.submit({ "__take.rows": "mine" });
    expect(saved.status, saved.text).toBe(303);
    const anew = new URL(saved.location!, "http://x").searchParams.get("version")!;
    const detail = await call<VersionDetail>(admin, "getLineClassifyStationAndMap", { lineUuid, versionUuid: anew });
    expect([detail.plannedFor, namesOf(detail)]).toEqual([day(10), names(0, 2, 3, 4)]);
  });

  it("says on a kept address who threw the version away, and where the others are; history keeps what it held", async () => {
    const { url } = await runningLine();
    const draft = await plan(url, day(10));
    const changes = async (what: string) =>
      (await admin.get(`${url}/history`)).text.split(`系统管理员 ${what}`).length - 1;
    expect(await changes("删除")).toBe(0);
    await discard(url, draft);
    expect(await changes("删除")).toBe(1);
    for (const page of ["", "/match", "/publish", "/discard", "/versions/day"]) {
      const answer = await planner.get(`${url}${page}?version=${draft}`);
      expect([page, answer.status]).toEqual([page, 404]);
      expect(answer.text).toMatch(new RegExp(`计划 ${day(10)} 生效的草稿已由系统管理员在 \\S+ \\S+ 放弃`));
      expect(answer.$(`main a.button[href="${url}/versions"]`).length).toBe(1);
    }
    const editor = await planner.get(`${url}/stations?version=${draft}`);
    expect([editor.status, editor.text.includes("下面是现在代替它的站点")]).toEqual([200, true]);
    expect((await planner.get(`${url}?version=${"0".repeat(32)}`)).text).toContain("线路版本不存在或已删除");
  });

  it("does not ask who sends the same again", async () => {
    const { url, lineUuid } = await runningLine();
    const draft = await plan(url, day(10));
    const typed = await (
      await admin.get(`${url}/stations?version=${draft}`)
    ).submit({}, { press: '[value="remove:2"]' });
    const first = await typed.submit({}, { press: "保存到草稿" });
    const again = await typed.submit({}, { press: "保存到草稿" });
    expect([first.status, again.status, again.location]).toEqual([303, 303, first.location]);
    const { version } = await call<VersionDetail>(admin, "getLineClassifyStationAndMap", {
      lineUuid,
      versionUuid: draft,
    });
    await typed.submit({}, { press: "保存到草稿" });
    expect(
      (await call<VersionDetail>(admin, "getLineClassifyStationAndMap", { lineUuid, versionUuid: draft })).version,
    ).toBe(version);
  });

  it("saves into what was shown, also where a draft for another day came up since; and names the others", async () => {
    const { url, lineUuid } = await runningLine();
    const typed = await (await planner.get(`${url}/stations`)).submit({}, { press: '[value="remove:1"]' });
    const draft = await plan(url, day(10));
    await saveStations(admin, { lineUuid, versionUuid: draft }, stations.slice(0, 3));
    const saved = await typed.submit({}, { press: "保存到草稿" });
    expect(saved.status, saved.text).toBe(303);
    const mine = new URL(saved.location!, "http://x").searchParams.get("version")!;
    const [own, other] = await Promise.all(
      [mine, draft].map((versionUuid) =>
        call<VersionDetail>(admin, "getLineClassifyStationAndMap", { lineUuid, versionUuid }),
      ),
    );
    expect([own!.plannedFor, namesOf(own!)]).toEqual([null, names(1, 2, 3, 4)]);
    expect([other!.plannedFor, namesOf(other!)]).toEqual([day(10), names(0, 1, 2)]);
    const editor = await planner.get(`${url}/stations`);
    expect(editor.$(`a[href*="${draft}"]`).text()).toBe(`计划 ${day(10)} 生效的草稿`);
  });
});
