import { expect, it } from "vitest";
import { pastedCells } from "./pasted-cells";

it.each<[string, string[][]]>([
  ["一\r\n二\r\n", [["一"], ["二"]]],
  [
    "一\t二\r\n\t四",
    [
      ["一", "二"],
      ["", "四"],
    ],
  ],
  ["一\n\n三\n\n", [["一"], [""], ["三"], [""]]],
  ['"两\n行"\t"他说""好"""\n"没有完', [["两\n行", '他说"好"'], ['"没有完']]],
  ['"不是"引号', [['"不是"引号']]],
  ["", [[""]]],
])("reads %j", (text, rows) => expect(pastedCells(text)).toEqual(rows));
