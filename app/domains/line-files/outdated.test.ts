import { sql } from "kysely";
import { beforeAll, beforeEach, describe, expect, it } from "vitest";
import { publishOn } from "~/domains/line-versions/line.sample";
import { db } from "~/kit/data/db/pool.server";
import { today } from "~/kit/ground/time/today.server";
import { demoNames } from "~/seed/demo-city";
import { demoVisitor } from "../../../tests/kit/accounts";
import { toneFile } from "../../../tests/kit/sound";
import type { Visitor } from "../../../tests/kit/visit";
import { type DemoVariant, variantOf } from "./line-files.sample";
import type { FileRow } from "./schema";

let clerk: Visitor;
let line: DemoVariant;
let fileUuid: string;
let stations: { staUuid: string; staName: string; lng: number }[];

const good = async <T>(name: string, body: object, method?: "GET"): Promise<T> => {
  const { data, success, message, errors } = await clerk.call<T>(`/api/line/file/info/${name}`, body, method);
  expect({ name, success, message, errors }).toMatchObject({ success: true });
  return data;
};

/** What tree, file and homepage say of the line's file. */
async function told() {
  const tree = await clerk.get("/voice/file-management?standing=outdated");
  const page = await clerk.get(`/voice/file-management/${fileUuid}`);
  const { changes } = await good<{ changes: string[] }>("detail", { fileUuid }, "GET");
  return {
    tree: tree.$(`a[href$="${fileUuid}"]`).closest("tr").text(),
    whom: tree.text,
    state: page.$("dt:contains(现状) + dd").text(),
    page: page.$("section:contains(生成以后的变化)").text(),
    home: (await clerk.get("/homepage")).$("li:contains(线路文件)").text(),
    changes: changes.join("\n"),
  };
}

async function expectTold(part: string, words: RegExp): Promise<void> {
  const said = await told();
  expect(said.tree).toMatch(new RegExp(`${part}.*（.* 起）`));
  expect(said.state).toMatch(new RegExp(`^过期：.*${part}.*有变化.*；\\d+ 辆车播报的还是这个文件的内容`));
  expect(said.page).toMatch(words);
  expect(said.changes).toMatch(new RegExp(`^${part}：.*${words.source}`, "m"));
  expect(said.whom).toMatch(/过期涉及 1 条线路、\d+ 辆车/);
  expect(said.home).toMatch(/1 个已过期（1 条线路，\d+ 辆车）/);
}

beforeAll(async () => {
  clerk = await demoVisitor("admin");
  line = await variantOf(demoNames.lines.circular);
  [fileUuid] = (await good<FileRow[]>("list", { classifySid: line.classifySid })).map((file) => file.fileUuid) as [
    string,
  ];
  const { rows } = await sql<(typeof stations)[number]>`
    select distinct s.sta_uuid, s.sta_name, s.lng from line_station join line_version v using (version_uuid) join station s using (sta_uuid)
    where v.classify_sid = ${line.classifySid} and v.state = 'effective' and s.sta_name ~ '^[一-龥]+$' order by s.sta_uuid`.execute(
    db(),
  );
  stations = rows;
});

beforeEach(async () => {
  const draft = await good<FileRow>("copy", { fileUuid });
  ({ fileUuid } = await good<FileRow>("generateFile", { fileUuid: draft.fileUuid }));
  expect(await told()).toMatchObject({ tree: "", state: expect.stringMatching(/^最新/), page: "", changes: "" });
});

const saveStation = async ({ staUuid }: { staUuid: string }, changes: Record<string, string>) => {
  const saved = await (await clerk.get(`/station/station-management/${staUuid}/edit`)).submit(changes);
  expect(saved.status, saved.text).toBe(303);
};

describe("a line's file is out of date, and says what has changed and for whom, after a change of", () => {
  it("a station's place", async () => {
    const { lng, ...station } = stations[2]!;
    await saveStation(station, { lng: (lng + 0.0002).toFixed(6), acknowledged: "on" });
    await expectTold("站点", new RegExp(`上行移动 ${station.staName}（1[5-9] 米）$`));
  });

  it("the line's number", async () => {
    const form = await clerk.get(`/line/line-management/${line.lineUuid}/edit`);
    expect((await form.submit({ lineDeviceNo: "64001" })).status).toBe(303);
    await expectTold("线路号", / → 64001$/);
  });

  it("the path", async () => {
    const url = `/line/line-management/${line.lineUuid}`;
    const map = await clerk.get(`${url}/map?direction=1`);
    const path = map.field("map.path")!.split(/\r?\n/).filter(Boolean);
    const [a, b] = [path[3]!, path[4]!].map((point) => point.split(",").map(Number)) as [number[], number[]];
    const between = `${((a[0]! + b[0]!) / 2 + 0.0001).toFixed(6)},${((a[1]! + b[1]!) / 2 + 0.0001).toFixed(6)}`;
    const typed = [...path.slice(0, 4), between, ...path.slice(4)];
    const saved = await map.submit({ "map.path": typed.join("\n") }, { press: "保存到草稿" });
    expect(saved.status, saved.text).toBe(303);
    const published = await publishOn(await clerk.get(`${url}/publish`), { validFrom: today() });
    expect(published.status, published.text).toBe(303);
    await expectTold("路径", /上行路径（[\d.]+ 公里 → [\d.]+ 公里）/);
  });

  it("a name, which its dry run says for each file", async () => {
    const { staUuid, staName } = stations[4]!;
    const form = await clerk.get(`/station/station-management/${staUuid}/edit`);
    const refused = await form.submit({ staName: `${staName}东` });
    expect([refused.status, refused.errorAt("renamed")]).toEqual([
      422,
      expect.stringMatching(/^站点名称有改动，影响 \d+ 个线路文件（.*环1路 主分类/),
    ]);
    expect((await told()).tree).toBe("");
    expect((await refused.submit({ renamed: "on" })).status).toBe(303);
    await expectTold("站名", new RegExp(`${staName} → ${staName}东`));
    await sql`update audio set text = ${`${staName}东`} where sta_uuid = ${staUuid} and language = 'zh'`.execute(db());
  });

  it("a pronunciation", async () => {
    const { staName, ...station } = stations[5]!;
    const pronunciation = "xin1 ".repeat(staName.length).trim();
    await saveStation(station, { pronunciation, renamed: "on" });
    await expectTold("读音", new RegExp(`${staName} 按字典 → ${pronunciation}`));
  });

  it("a clip", async () => {
    const { staUuid, staName } = stations[6]!;
    const { rows } = await sql<{ audioUuid: string }>`
      select audio_uuid from audio where sta_uuid = ${staUuid} and deleted_at is null`.execute(db());
    const form = await clerk.get(`/voice/voice-library/${rows[0]!.audioUuid}/edit`);
    expect((await form.submit({}, { files: { fileUuid: toneFile(611) } })).status).toBe(303);
    await expectTold("语音", new RegExp(`换了声音 ${staName}`));
  });

  it("a recipe", async () => {
    const { rows } = await sql<{
      key: string;
    }>`select version_uuid as key from line_file where file_uuid = ${fileUuid}`.execute(db());
    const row = await clerk.get(`/voice/public-voice-class/${rows[0]!.key}/row?event=2&voiceUse=1&language=zh`);
    const turned = await row.submit({}, { press: '[value="up:2:parts"]' });
    expect((await turned.submit({}, { press: "保存" })).status).toBe(303);
    await expectTold("公共语音版本", /进站·进站内音·普通话 的语音/);
  });
});
