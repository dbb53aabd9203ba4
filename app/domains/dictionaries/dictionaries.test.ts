import { beforeAll, describe, expect, it } from "vitest";
import { historyOf } from "~/kernel/db/history.server";
import { visitorWith } from "../../../tests/accounts";
import type { Visitor } from "../../../tests/visit";
import { seededDictionaries } from "./seed";

interface Dictionary {
  dictId: string;
  codeNum: string;
  isValid: boolean;
  version: number;
  dictItemList: { itemNum: string; itemName: string; isValid: boolean }[];
}
const path = (name: string) => `/api/code/sys/info/${name}`;
let person: Visitor;
beforeAll(async () => {
  person = await visitorWith("dictionary.read", "dictionary.write", "dictionary.delete");
});

describe("dictionaries", () => {
  it("hold the specification's option lists", async () => {
    const { data } = await person.call<Dictionary[]>(path("list"));
    for (const { codeNum, items } of seededDictionaries) expect(data.find((one) => one.codeNum === codeNum)?.dictItemList.map((item) => [item.itemNum, item.itemName])).toEqual(items);
  });

  it("keep their items and state through an update that does not send them", async () => {
    const { data: made } = await person.call<Dictionary>(path("add"), { codeNum: "kept_items", codeName: "保留", isValid: false, dictItemList: [{ itemNum: "1", itemName: "甲", isValid: false }] });
    const { data } = await person.call<Dictionary>(path("update"), { dictId: made.dictId, codeName: "改名" });
    expect(data).toMatchObject({ isValid: false, version: 2, dictItemList: [{ itemNum: "1", itemName: "甲", isValid: false }] });
  });

  it("keep changed items in history and count them as a change", async () => {
    const { data: made } = await person.call<Dictionary>(path("add"), { codeNum: "history_items", codeName: "历史", dictItemList: [{ itemNum: "1", itemName: "甲" }] });
    const items = [{ itemNum: "1", itemName: "乙" }];
    expect((await person.call<Dictionary>(path("update"), { dictId: made.dictId, dictItemList: items, version: 1 })).data.version).toBe(2);
    expect((await person.call<Dictionary>(path("update"), { dictId: made.dictId, dictItemList: items })).data.version).toBe(2);
    const [last] = await historyOf(made.dictId);
    expect([last?.before, last?.after]).toMatchObject([{ dictItemList: [{ itemName: "甲" }] }, { dictItemList: [{ itemName: "乙" }] }]);
    expect((await person.call(path("update"), { dictId: made.dictId, dictItemList: [], version: 1 })).reason).toBe("stale");
  });

  it("refuse a repeated item in an update as well as in an add, at its row", async () => {
    const twice = [{ itemNum: "1", itemName: "甲" }, { itemNum: "1", itemName: "乙" }];
    const added = await person.call(path("add"), { codeNum: "twice", codeName: "重复", dictItemList: twice });
    expect(added.errors).toEqual([{ path: "dictItemList.1.itemNum", message: "项编码 1 重复", row: 2 }]);
    const { data } = await person.call<Dictionary>(path("add"), { codeNum: "twice", codeName: "重复" });
    expect((await person.call(path("update"), { dictId: data.dictId, dictItemList: twice })).errors).toEqual(added.errors);
  });
});
