import { beforeAll, expect, it } from "vitest";
import { demoVisitor } from "../../../tests/kit/accounts";
import type { Visitor } from "../../../tests/kit/visit";
import type { LineRow } from "./schema";
import { day } from "../../../tests/kit/days";
import { call, lineWithDraft, someStations } from "~/domains/line-versions/line.sample";

let person: Visitor;
beforeAll(async () => {
  person = await demoVisitor("admin");
});

const rowOf = async (lineName: string) => {
  const page = await person.get(`/line/line-management?keyword=${encodeURIComponent(lineName)}`);
  return page.$("tbody tr").first();
};

it("is not opened until a version is in force, and its draft's figures are grey", async () => {
  const stations = await someStations(4);
  const { lineUuid, lineName } = await lineWithDraft(stations);
  const before = await call<LineRow>(person, "detail", { lineUuid });
  expect([before.state, before.fromDraft, before.upStations]).toEqual([0, true, 4]);
  const row = await rowOf(lineName);
  expect(row.text()).toContain("未开通");
  expect(row.find("span.quiet").text()).toContain(`${stations[0]!.staName}—${stations[3]!.staName}`);
  const unopened = await call<LineRow[]>(person, "list", { state: 0, keyword: lineName });
  expect(unopened.map((one) => one.lineUuid)).toContain(lineUuid);

  await call(person, "update", { lineUuid, state: before.state, remark: "照原样送回" });
  await call(person, "classifyPublish", { lineUuid, validFrom: day(0) });
  const after = await call<LineRow>(person, "detail", { lineUuid });
  expect([after.state, after.fromDraft, after.upStations]).toEqual([10, false, 4]);
  const opened = await rowOf(lineName);
  expect(opened.text()).toContain("运营");
  expect(opened.find("span.quiet").length).toBe(0);

  await call(person, "update", { lineUuid, state: 0 });
  expect((await call<LineRow>(person, "detail", { lineUuid })).state).toBe(0);
});

it("begins its form as not opened", async () => {
  const form = await person.get("/line/line-management/new");
  expect(form.$("select[name=state] option[selected]").text()).toBe("未开通");
  expect(form.$("main form label:contains(线路编号)").length).toBe(1);
});

it("stands as not opened in history and audit from its birth until a version is in force", async () => {
  const states = async (lineUuid: string) => {
    const [history, audit] = await Promise.all([
      person.get(`/line/line-management/${lineUuid}/history`),
      person.get(`/log/change-audit?recordKey=${lineUuid}`),
    ]);
    const said = (text: string) => [...text.matchAll(/状态[:：]?\s*(未开通|运营|停运)(?:\s*→\s*(未开通|运营|停运))?/g)];
    const told = audit.$("tbody td:has(summary) summary, tbody td:not(:has(summary))").text();
    return [history.text, told].map((text) => said(text).map(([words]) => words.replace(/\s|[:：]/g, "")));
  };
  const { lineUuid } = await lineWithDraft(await someStations(4));
  expect(await states(lineUuid)).toEqual([["状态未开通"], ["状态未开通"]]);
  await call(person, "update", { lineUuid, state: 20 });
  await call(person, "update", { lineUuid, state: 10 });
  await call(person, "classifyPublish", { lineUuid, validFrom: day(0) });
  await call(person, "update", { lineUuid, state: 20 });
  // The history has what was before in one column and what is after in the next.
  expect(await states(lineUuid)).toEqual([
    ["状态运营", "状态停运", "状态未开通", "状态未开通"],
    ["状态运营→停运", "状态停运→未开通", "状态未开通→停运", "状态未开通"],
  ]);
});
