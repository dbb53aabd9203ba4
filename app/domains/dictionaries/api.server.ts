import { z } from "zod";
import { api, endpoint } from "~/kit/page/http/api.server";
import { may } from "./policy";
import {
  allDictionaries,
  createDictionary,
  deleteDictionaries,
  isCodeNumFree,
  updateDictionary,
} from "./queries.server";
import {
  CodeNumCheck,
  DictionaryAdd,
  DictionaryDelete,
  DictionaryFilters,
  DictionaryRow,
  DictionaryUpdate,
} from "./schema";

export const dictionaryApi = api("/api/code/sys/info", {
  list: endpoint("signed-in", DictionaryFilters, z.array(DictionaryRow), allDictionaries),
  add: endpoint(may.write, DictionaryAdd, DictionaryRow, createDictionary),
  update: endpoint(may.write, DictionaryUpdate, DictionaryRow, (viewer, { dictId, version, ...changes }) =>
    updateDictionary(viewer, dictId, changes, version),
  ),
  delete: endpoint(may.remove, DictionaryDelete, z.null(), async (viewer, keys) => {
    await deleteDictionaries(viewer, keys);
    return null;
  }),
  validCodeNum: endpoint(may.read, CodeNumCheck, z.boolean(), isCodeNumFree),
});
