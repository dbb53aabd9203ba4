import { describe, expect, it } from "vitest";
import { readAloud } from "./read-aloud";
import type { SpokenLanguage } from "./sound";

const words = (text: string, language: SpokenLanguage = "zh") => readAloud(text, { language }).words;
const sounds = (text: string, pronunciation?: string) =>
  readAloud(text, { language: "zh", pronunciation }).parts.map((part) => part.text);

describe("numbers read aloud", () => {
  it.each([
    ["438路", "四三八路"],
    ["66路", "六十六路"],
    ["100路", "一零零路"],
    ["2路", "二路"],
    ["10路", "十路"],
    ["20路", "二十路"],
    ["1路/10路", "一路，十路"],
    ["地铁2号线", "地铁二号线"],
    ["地铁12号线", "地铁十二号线"],
    ["K1路", "K一路"],
    ["夜10路", "夜十路"],
    ["B12", "B十二"],
    ["BRT1号线", "B R T一号线"],
    ["007路", "零零七路"],
    ["05路", "零五路"],
    ["8:30", "八点三十分"],
    ["08:05", "八点零五分"],
    ["首班6:00", "首班六点整"],
    ["2:00", "两点整"],
    ["末班23:15", "末班二十三点十五分"],
    ["2元", "两元"],
    ["票价12元", "票价十二元"],
    ["1.5元", "一点五元"],
    ["500米", "五百米"],
    ["1050米", "一千零五十米"],
    ["20300人", "二万零三百人"],
    ["10000人", "一万人"],
    ["2个", "两个"],
    ["2026年", "二零二六年"],
    ["30%", "百分之三十"],
    ["第2中学", "第二中学"],
    ["１２３路", "一二三路"],
  ])("%s is %s", (text, heard) => expect(words(text)).toBe(heard));
});

describe("names read aloud", () => {
  it.each([
    ["人民广场(北)", "人民广场，北"],
    ["人民广场（北）", "人民广场，北"],
    ["火车站-人民广场", "火车站，人民广场"],
    ["1#楼", "一号楼"],
    ["解放路口", "解放路口"],
    ["", ""],
    ["()", ""],
  ])("%s is %s", (text, heard) => expect(words(text)).toBe(heard));

  it.each([
    ["重庆", "chong2 qing4"],
    ["银行", "yin2 hang2"],
    ["厦门", "xia4 men2"],
    ["番禺", "pan1 yu2"],
    ["蚌埠", "beng4 bu4"],
    ["乐亭", "lao4 ting2"],
    ["乐亭路口", "lao4 ting2 lu4 kou3"],
    ["音乐亭", "yin1 yue4 ting2"],
    ["台州站", "tai1 zhou1 zhan4"],
    ["长途汽车站", "chang2 tu2 qi4 che1 zhan4"],
    ["朝阳门", "chao2 yang2 men2"],
    ["六安路", "lu4 an1 lu4"],
    ["东莞", "dong1 guan3"],
    ["解放路口", "jie3 fang4 lu4 kou3"],
    ["438路", "si4 san1 ba1 lu4"],
    ["绿地", "lv4 di4"],
    ["21路", "er4 shi2 yi1 lu4"],
    ["地铁1号线", "di4 tie3 yi1 hao4 xian4"],
    ["下一站，人民广场", "xia4 yi2 zhan4, ren2 min2 guang3 chang3"],
    ["人民广场(北)", "ren2 min2 guang3 chang3, bei3"],
    ["到了", "dao4 le5"],
  ])("%s sounds %s", (text, heard) => expect(sounds(text)).toEqual([heard]));

  it("has English among Chinese spoken as English", () =>
    expect(readAloud("下一站 People Square 到了", { language: "zh" }).parts).toEqual([
      { language: "zh", text: "xia4 yi2 zhan4" },
      { language: "en", text: "People Square" },
      { language: "zh", text: "dao4 le5" },
    ]));

  it("has letters before a number spoken apart", () =>
    expect(readAloud("K1路", { language: "zh" }).parts).toEqual([
      { language: "en", text: "K" },
      { language: "zh", text: "yi1 lu4" },
    ]));

  it("leaves Cantonese in characters", () =>
    expect(readAloud("438路", { language: "yue" }).parts).toEqual([{ language: "yue", text: "四三八路" }]));

  it.each(["", "()", "……", " ，"])("has nothing to say of %j", (text) => expect(sounds(text)).toEqual([]));
});

describe("a pronunciation that is given", () => {
  it.each([
    ["chóng qìng", "chong2 qing4"],
    ["chong2 qing4", "chong2 qing4"],
    ["chóngqìng", "chong2 qing4"],
    ["Lǜ dì", "lv4 di4"],
    ["lü4 di4", "lv4 di4"],
    ["xī'ān", "xi1 an1"],
    ["guǎngchǎng", "guang3 chang3"],
    ["nǚ'ér hé", "nv3 er2 he2"],
    ["dao4 le", "dao4 le5"],
    ["虫庆", "chong2 qing4"],
  ])("%s wins", (pronunciation, heard) => expect(sounds("重庆", pronunciation)).toEqual([heard]));

  it("leaves the words as they are", () =>
    expect(readAloud("乐亭2路", { language: "zh", pronunciation: "lào tíng èr lù" }).words).toBe("乐亭二路"));

  it("is not wanted where it is empty", () => expect(sounds("重庆", " ")).toEqual(["chong2 qing4"]));
});

describe("English read aloud", () => {
  it.each([
    ["Route 438", "Route 4 3 8"],
    ["Route 66", "Route 66"],
    ["Bus K1", "Bus K 1"],
    ["B12", "B 12"],
    ["Zhongshan Rd. (N)", "Zhongshan Road, N"],
    ["No. 2 Middle School", "Number 2 Middle School"],
    ["Arts & Crafts", "Arts and Crafts"],
    ["8:30", "8 30"],
    ["8:00", "8 o'clock"],
    ["BRT Station", "B R T Station"],
  ])("%s is %s", (text, heard) => expect(words(text, "en")).toBe(heard));
});
