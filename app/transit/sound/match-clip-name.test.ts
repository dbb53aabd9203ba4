import { describe, expect, it } from "vitest";
import { mayTake, timeWork } from "../../../tests/kit/slowness";
import { indexCandidates, matchClipName } from "./match-clip-name";

const index = indexCandidates([
  { key: "s1", name: "人民广场", number: "1001", otherNames: ["People Square"] },
  { key: "s2", name: "火车站", number: "1002" },
  { key: "s3", name: "解放路口(北)", number: "A17" },
  { key: "s4", name: "公园", number: "1004" },
  { key: "s5", name: "公园", number: "1005" },
  { key: "t1", name: "进站提示", text: "车辆进站，请注意安全" },
]);

describe("whom a clip is for", () => {
  it.each([
    ["人民广场.mp3", {}, "s1", "因为文件名是站名"],
    ["语音/普通话/人民广场.MP3", {}, "s1", "因为文件名是站名"],
    ["a\\b\\火车站.wav", {}, "s2", "因为文件名是站名"],
    ["人民广场站.mp3", {}, "s1", "因为文件名是站名"],
    ["03_人民广场.mp3", {}, "s1", "因为文件名是站名"],
    ["人民广场_001.mp3", {}, "s1", "因为文件名是站名"],
    ["人民广场 (2).mp3", {}, "s1", "因为文件名是站名"],
    ["人民广场-普通话.mp3", {}, "s1", "因为文件名是站名"],
    ["解放路口（北）.mp3", {}, "s3", "因为文件名是站名"],
    ["1002.mp3", {}, "s2", "因为文件名是编号"],
    ["a17.mp3", {}, "s3", "因为文件名是编号"],
    ["1004 不知道.mp3", {}, "s4", "因为文件名是编号"],
    ["1005_公园.mp3", {}, "s5", "因为文件名是站名，又有它的编号"],
    ["people_square.mp3", {}, "s1", "因为文件名是别名"],
    ["车辆进站请注意安全.mp3", {}, "t1", "因为文件名是文本"],
    ["rec0007.mp3", { title: "火车站" }, "s2", "因为声音里的标题是站名"],
  ])("%s is for %s", (file, tags, key, why) => {
    expect(matchClipName(file, tags, index)).toEqual({ found: "one", key, why });
  });

  it("is not guessed where two are called the same", () =>
    expect(matchClipName("公园.mp3", {}, index)).toEqual({
      found: "several",
      keys: ["s4", "s5"],
      why: "因为文件名是站名，但有 2 个相同，请选择",
    }));

  it.each(["", ".mp3", "不相干.mp3", "___.wav"])("is nobody for %j", (file) =>
    expect(matchClipName(file, {}, index).found).toBe("none"),
  );

  it("is found for 5,000 files among 10,000 candidates within a second", async () => {
    const many = Array.from({ length: 10_000 }, (_, at) => ({ key: `k${at}`, name: `第${at}中学`, number: `N${at}` }));
    const [ms, found] = await timeWork(() => {
      const quick = indexCandidates(many);
      return Array.from({ length: 5000 }, (_, at) =>
        matchClipName(`${at}_第${2 * at}中学_001.mp3`, { title: "x" }, quick),
      );
    });
    expect(ms).toBeLessThan(mayTake(1000));
    expect(found.every((one, at) => one.found === "one" && one.key === `k${2 * at}`)).toBe(true);
  });
});
