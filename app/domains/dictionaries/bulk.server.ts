import type { Bulk } from "~/kit/room/bulk.server";
import { may } from "./policy";
import { deleteDictionaries, dictionarySource, dictionaryUses } from "./queries.server";
import { dictionaryRoom } from "./room";
import { DictionaryBulk, type DictionaryFilters, type DictionaryRow } from "./schema";
import { dictionaryTable } from "./table";

/** What may be done to many dictionaries at once. */
export const dictionaryBulk: Bulk<DictionaryRow, typeof DictionaryFilters, typeof DictionaryBulk> = {
  room: dictionaryRoom,
  may,
  table: dictionaryTable,
  source: dictionarySource,
  edit: DictionaryBulk,
  uses: dictionaryUses,
  remove: deleteDictionaries,
};
