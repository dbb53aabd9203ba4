import { expect, it } from "vitest";
import { doubtsIn, readingInWords } from "./name-readings";

it.each([
  ["洪洞大槐树", "hóng tóng dà huái shù"],
  ["蔚县汽车站", "yù xiàn qì chē zhàn"],
  ["曾厝垵", "zēng cù ǎn"],
  ["大栅栏", "dà shi làn"],
  ["都会花园", "dōu huì huā yuán"],
  ["新都桥", "xīn dū qiáo"],
  ["闵行公园", "mǐn háng gōng yuán"],
  ["任丘路口", "rén qiū lù kǒu"],
  ["438路口", "sì sān bā lù kǒu"],
  ["绿地中心", "lǜ dì zhōng xīn"],
])("%s is read %s", (name, reading) => expect(readingInWords(name)).toBe(reading));

it("is read as it is written, where that is", () => {
  expect(readingInWords("重庆路", "zhong4 qing4 lu4")).toBe("zhòng qìng lù");
});

it.each([
  ["人民广场", ""],
  ["银行宿舍", ""],
  ["行政中心", ""],
  ["重庆路", ""],
  ["洪洞大槐树", ""],
  ["单庄", "单 shàn chán"],
  ["刘家堡", "堡 pù bǔ"],
  ["长巷口", "长 zhǎng；巷 hàng"],
  ["六合新村", "六合 lù hé"],
  ["A座单庄", "单 dān shàn chán"],
])("in %s may be read otherwise: %s", (name, doubts) =>
  expect(
    doubtsIn(name)
      .map(({ characters, others }) => [characters, ...others].join(" "))
      .join("；"),
  ).toBe(doubts),
);
