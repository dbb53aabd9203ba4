import { writeFileSync } from "node:fs";
import path from "node:path";
import { sql } from "kysely";
import { afterAll, beforeAll, expect, it } from "vitest";
import { jobs } from "~/jobs.server";
import { db } from "~/kit/data/db/pool.server";
import { startJobs, stopJobs } from "~/kit/data/jobs/jobs.server";
import { demoCity } from "~/seed/demo-city";
import { demoRecipe } from "~/seed/demo-recipe";
import { linePlans } from "~/seed/demo-timetable";
import { faultsOfDrive } from "~/transit/announcements/drive.sample";
import { readPackage } from "~/transit/announcements/packages/read-package.server";
import { visitorWith } from "../../../tests/kit/accounts";
import type { Visitor } from "../../../tests/kit/visit";
import { addTexts } from "./line-files.sample";
import { may } from "./policy";

const packed = path.join(process.env.DATA_DIR!, "line.zip");
let person: Visitor;

/** The names that the demo's library lacks, all in one sound: what is tried here is where they are heard. */
beforeAll(async () => {
  person = await visitorWith(...Object.values(may));
  await addTexts(
    demoCity().stations.flatMap(({ staName, nameEn }): [string, string][] => [
      [staName, "zh"],
      [nameEn, "en"],
    ]),
  );
  await startJobs(jobs);
});
afterAll(stopJobs);

it("every line of the demo city is generated in two languages and heard along its way: once, in order, in the right direction", async () => {
  const { rows } = await sql<{ versionUuid: string }>`
      select version_uuid from voice_version where version_num = ${demoRecipe.versionNum}`.execute(db());
  const form = await person.get("/voice/file-management/batches");
  const batch = await person.settled((await form.submit({ scope: "all", ...rows[0]! })).location!);
  expect(batch.text).toMatch(/已完成：(\d+) \/ \1 条，生成 \1 条，没有生成 0 条/);

  const files = await sql<{ fileUuid: string; lineName: string }>`
      select distinct on (line_name) file_uuid, line_name from line_file join line_classify using (classify_sid) join line on line_uuid = main_uuid
      where line_file.state = 1 order by line_name, generated_at desc`.execute(db());
  expect(files.rows.map(({ lineName }) => lineName).sort()).toEqual(linePlans.map(({ lineName }) => lineName).sort());
  for (const [seed, { fileUuid, lineName }] of files.rows.entries()) {
    const at = `/voice/file-management/${fileUuid}/package`;
    await person.post(at, {});
    writeFileSync(packed, Buffer.from(await (await person.send(at)).arrayBuffer()));
    const { line } = await readPackage(packed);
    expect(line.directions.length, lineName).toBeGreaterThan(0);
    for (const direction of line.directions)
      expect([lineName, direction.direction, faultsOfDrive(line, direction, seed + 1)]).toEqual([
        lineName,
        direction.direction,
        [],
      ]);
  }
});
