import { page } from "~/kernel/access/page.server";
import { exportPage } from "~/kernel/tables/export.server";
import { may } from "../policy";
import { streamVariants } from "../queries.server";
import { variantTable } from "../table";

export const loader = page(may.read, (call) => exportPage(call, variantTable, streamVariants, "线路分类"));
