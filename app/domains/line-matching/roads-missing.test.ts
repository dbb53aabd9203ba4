import { beforeAll, expect, it } from "vitest";
import { demoVisitor } from "../../../tests/kit/accounts";
import { startBuiltJobs } from "../../../tests/kit/jobs";
import type { Visitor } from "../../../tests/kit/visit";
import { day } from "../../../tests/kit/days";
import { call, lineWithDraft } from "~/domains/line-versions/line.sample";
import { acrossFields, firstStations, givePath } from "./given.sample";

let person: Visitor;
beforeAll(async () => {
  person = await demoVisitor("admin");
  await startBuiltJobs();
});

it("a batch offers nothing to take where roads are missing, says why, and keeps what is in force", async () => {
  const stations = await firstStations();
  const { lineUuid, lineName } = await lineWithDraft(stations);
  await givePath(lineUuid, acrossFields(stations));
  await call(person, "classifyPublish", { lineUuid, validFrom: day(0) });
  const started = await (await person.get("/line/line-tools/batches")).submit({ scope: "doubtful" });
  const page = await person.settled(started.location!);
  const row = page.$("tbody tr").filter((_, one) => page.$(one).text().includes(`${lineName} 上行`));
  expect(row.text()).toMatch(/道路不全：新路径只有 \d+% 在道路上，保留现有路径/);
  expect(row.find('[value^="accept:"]').length).toBe(0);
  expect(row.find("a:contains(查看)").attr("href")).toContain(`${lineUuid}/match`);
});
