import { sql } from "kysely";
import { beforeAll, describe, expect, it } from "vitest";
import { groupBy } from "~/kit/ground/group-by";
import { db } from "~/kit/data/db/pool.server";
import { demoVisitor } from "../../../tests/kit/accounts";
import type { Visitor } from "../../../tests/kit/visit";

let person: Visitor;
let fileUuid: string;
beforeAll(async () => {
  person = await demoVisitor("admin");
  const { rows } = await sql<{ fileUuid: string }>`
    select f.file_uuid from line_file f join line_version v using (classify_sid) join line_station ls on ls.version_uuid = v.version_uuid
    where f.deleted_at is null and v.deleted_at is null and v.valid @> current_date
    group by f.file_uuid having count(distinct ls.direction) = 2 order by 1 limit 1`.execute(db());
  fileUuid = rows[0]!.fileUuid;
});

const set = (paramName: string, paramValue: string) =>
  db().updateTable("parameter").set({ paramValue }).where("paramName", "=", paramName).execute();

/** Which direction comes first wherever one line's two stand one after the other. */
async function firstOnes(): Promise<Record<string, string>> {
  const tools = await person.get("/line/line-tools?sort=lineName&size=100");
  const named = tools
    .$("tbody tr td:first-of-type a")
    .map((_, link) => tools.$(link).text())
    .get();
  const byLine = groupBy(
    named.filter((name) => /[上下]行$/.test(name)),
    (name) => name.slice(0, -2),
  );
  const first = [...byLine.values()].filter((both) => both.length === 2).map(([one]) => one!.slice(-2));
  const voice = await person.get(`/voice/line-station-voice/${fileUuid}`);
  const said = (text: string) => /[上下]行/.exec(text)?.[0] ?? "";
  return {
    tools: [...new Set(first)].join(),
    voice: said(voice.$("nav[aria-label=方向] a").first().text()),
  };
}

describe("S013 and direction.reverse", () => {
  it("say which direction comes first, and its name, where the two stand one after the other", async () => {
    expect(await firstOnes()).toEqual({ tools: "上行", voice: "上行" });
    await set("S013", "2");
    expect(await firstOnes()).toEqual({ tools: "下行", voice: "下行" });
    await set("direction.reverse", "1");
    expect(await firstOnes()).toEqual({ tools: "上行", voice: "上行" });
    await set("direction.reverse", "0");
    await set("S013", "1");
  });
});
