import { expect, it } from "vitest";
import { api } from "./visit";
import { demoVisitor } from "./accounts";

const list = "/station/station-management?keyword=1001A";

it("answers an unchanged page with 304 and no policy, so that the browser's copy keeps its own nonce", async () => {
  const person = await demoVisitor("planner");
  await person.get(list);
  const first = await person.get(list);
  const tag = first.headers.get("etag")!;
  expect(tag).toBeTruthy();
  const again = await person.send(list, { headers: { "If-None-Match": tag } });
  expect(again.status).toBe(304);
  expect(again.headers.get("content-security-policy")).toBeNull();
});

it("answers a page whose record changed, and another person's page, in full", async () => {
  const person = await demoVisitor("planner");
  await person.get(list);
  const tag = (await person.get(list)).headers.get("etag")!;
  const call = api(person.token);
  const { data } = await call.call<{ list: { staUuid: string }[] }>("/api/sta/v1.0/pageList", { keyword: "1001A" });
  expect(
    (await call.call("/api/sta/v1.0/update", { staUuid: data.list[0]!.staUuid, road: "改名后的路" })).success,
  ).toBe(true);
  expect((await person.send(list, { headers: { "If-None-Match": tag } })).status).toBe(200);
  const other = await demoVisitor("viewer");
  expect((await other.send(list, { headers: { "If-None-Match": tag } })).status).toBe(200);
});

it("asks a stranger to sign in whatever copy they hold", async () => {
  const person = await demoVisitor("planner");
  const tag = (await person.get(list)).headers.get("etag")!;
  await person.post("/sign-out", {});
  expect((await person.send(list, { headers: { "If-None-Match": tag } })).status).toBe(303);
});
