import { sql } from "kysely";
import { z } from "zod";
import { api, endpoint } from "~/kit/page/http/api.server";
import { freeCall, roomCalls } from "~/kit/room/calls.server";
import { serve } from "~/kit/room/served.server";
import { listAllRows } from "~/kit/room/source.server";
import { createDictionary, deleteDictionaries, updateDictionary } from "./queries.server";
import { DictionaryFilters, type DictionaryRow, dictionaryRoom, dictionaryTable } from "./room";
import { withoutSame } from "./item-words";
import { seededDictionaries } from "./seed";
import { dictionarySource } from "./source.server";

export const dictionaries = serve<DictionaryRow>({
  room: dictionaryRoom,
  table: dictionaryTable,
  source: dictionarySource,
  references: [
    {
      label: "程序使用的字典",
      blocking: true,
      select: (keys) =>
        sql`select dict_id as used, dict_id as key, code_name as title, null as org_id from dictionary where dict_id = any(${keys}) and code_num = any(${seededDictionaries.map(({ codeNum }) => codeNum)})`,
    },
  ],
  verbs: { create: createDictionary, update: updateDictionary, remove: deleteDictionaries },
  calls: (served) => [
    api("/api/code/sys/info", {
      ...roomCalls(served),
      list: endpoint(
        "signed-in",
        DictionaryFilters,
        z.array(dictionaryRoom.Row),
        (viewer, filters) => listAllRows(dictionarySource, viewer, filters),
        { onlyReads: true },
      ),
      validCodeNum: freeCall(served, "codeNum"),
    }),
  ],
  rewriteHistory: (_viewer, changes) => Promise.resolve(changes.map(withoutSame)),
  detail: (dictionary) => dictionary.codeNum,
});
