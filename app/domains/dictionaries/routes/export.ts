import { page } from "~/kernel/access/page.server";
import { exportPage } from "~/kernel/tables/export.server";
import { may } from "../policy";
import { streamDictionaries } from "../queries.server";
import { dictionaryTable } from "../table";

export const loader = page(may.read, (call) => exportPage(call, dictionaryTable, streamDictionaries, "字典"));
