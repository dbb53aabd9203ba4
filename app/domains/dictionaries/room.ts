import type { Room } from "~/kit/room/room";
import { fieldWords } from "~/kit/room/words";
import { itemsInWords } from "./item-words";
import type { DictionaryRow } from "./schema";

export const dictionaryWords = fieldWords({
  codeNum: "字典编码",
  codeName: "字典名称",
  isValid: "启用",
  remark: "备注",
  dictItemList: { label: "字典项", say: itemsInWords },
});

export const dictionaryRoom: Room<DictionaryRow> = {
  noun: "字典",
  url: "/dict/dictionary-configuration",
  key: "dictId",
  nameOf: (row) => row.codeName,
  words: dictionaryWords,
};
