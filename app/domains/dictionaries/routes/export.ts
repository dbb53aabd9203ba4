import { page } from "~/kit/page/http/page.server";
import { exportPage } from "~/kit/page/tables/export.server";
import { may } from "../policy";
import { streamDictionaries } from "../queries.server";
import { dictionaryTable } from "../table";

export const loader = page(may.read, (call) => exportPage(call, dictionaryTable, streamDictionaries, "字典"));
