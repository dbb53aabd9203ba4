import { page } from "~/kit/page/http/page.server";
import { exportPage } from "~/kit/page/tables/export.server";
import { may } from "../policy";
import { streamFiles } from "../queries.server";
import { fileTable } from "../table";

export const loader = page(may.read, (call) => exportPage(call, fileTable, streamFiles, "附件"));
