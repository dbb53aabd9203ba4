import { beforeAll, expect, it } from "vitest";
import { demoVisitor } from "../../../tests/accounts";
import { startBuiltJobs } from "../../../tests/jobs";
import type { Answer, Visitor } from "../../../tests/visit";
import { call, day, lineWithDraft } from "~/domains/line-versions/line.sample";
import { acrossFields, firstStations, givePath } from "./given.sample";

let person: Visitor;
beforeAll(async () => {
  person = await demoVisitor("admin");
  await startBuiltJobs();
});

async function settled(at: string): Promise<Answer> {
  for (let tries = 0; tries < 200; tries++) {
    const page = await person.get(at);
    if (page.headers.get("refresh") === null) return page;
    await new Promise((resolve) => setTimeout(resolve, 250));
  }
  throw new Error("the batch does not end");
}

it("a batch offers nothing to take where roads are missing, says why, and keeps what is in force", async () => {
  const stations = await firstStations();
  const { lineUuid, lineName } = await lineWithDraft(stations);
  await givePath(lineUuid, acrossFields(stations));
  await call(person, "classifyPublish", { lineUuid, validFrom: day(0) });
  const started = await (await person.get("/line/line-tools/batches")).submit({ scope: "doubtful" });
  const page = await settled(started.location!);
  const row = page.$("tbody tr").filter((_, one) => page.$(one).text().includes(`${lineName} 上行`));
  expect(row.text()).toMatch(/道路不全：新路径只有 \d+% 在道路上，保留现有路径/);
  expect(row.find('[value^="accept:"]').length).toBe(0);
  expect(row.find("a:contains(查看)").attr("href")).toContain(`${lineUuid}/match`);
});
