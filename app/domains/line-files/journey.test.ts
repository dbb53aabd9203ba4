import { expect, it } from "vitest";
import { type FileLine, lacks, nextStep } from "./file-lines-table";
import { type JourneyFacts, journeySteps } from "./journey";

const generated: JourneyFacts = {
  lineUuid: "l",
  classifySid: "c",
  fileUuid: "f",
  isDraft: false,
  fileVersion: "1.2",
  nodeCount: 24,
  missing: 0,
  errors: 0,
  isOutdated: false,
  isUnheard: false,
  buses: 4,
  upToDate: 4,
};

it.each<[string, Partial<JourneyFacts>, string]>([
  ["all buses that have it", {}, ""],
  ["buses that lack it", { upToDate: 1 }, "下发 1 / 4 辆"],
  ["nobody who has heard it", { isUnheard: true, upToDate: 0 }, "试听 没有听过"],
  ["a line that has changed since", { isOutdated: true }, "生成 已过期"],
  ["no file", { fileUuid: null }, "文件 还没有"],
  ["a draft", { isDraft: true, upToDate: 0 }, "生成 还没有"],
  ["a draft that lacks voices and has a fault", { isDraft: true, missing: 3, errors: 4 }, "语音 缺 3 处"],
  ["a draft with faults", { isDraft: true, errors: 2 }, "检查 2 个错误"],
])("with %s one stands at the right step", (_name, facts, at) => {
  const now = journeySteps({ ...generated, ...facts }).find(({ isDone }) => !isDone);
  expect(now ? `${now.label} ${now.words}` : "").toBe(at);
});

const line: FileLine = {
  ...generated,
  lineName: "1路",
  orgName: "一车队",
  classifyName: "主分类",
  sortType: 1,
  fileUuid: "f",
  draftUuid: null,
  standing: "current",
  changed: "",
  since: "",
  generated: "",
};

it.each<[Partial<FileLine>, string, string]>([
  [{}, "", "current"],
  [{ upToDate: 1 }, "下发", "behind current"],
  [{ isUnheard: true, upToDate: 0 }, "试听", "unheard behind current"],
  [{ standing: "outdated" }, "新建草稿", "outdated"],
  [{ standing: "outdated", draftUuid: "d" }, "生成", "outdated draft"],
  [{ draftUuid: "d", missing: 2, errors: 2 }, "补语音", "draft wrong current"],
  [{ draftUuid: "d", errors: 1 }, "改错误", "draft wrong current"],
  [{ fileUuid: null, standing: "none" }, "新建文件", "none"],
  [{ sortType: 2, upToDate: 0 }, "", "current"],
])("of a line with %j is next: %s", (more, next, has) => {
  const row = { ...line, ...more };
  expect(nextStep(row, { write: true, issue: true })?.label ?? "").toBe(next);
  expect(
    lacks
      .filter((one) => one.has(row))
      .map(({ value }) => value)
      .join(" "),
  ).toBe(has);
  expect(nextStep({ ...line, upToDate: 0 }, { write: false, issue: false })).toBe(undefined);
});
