import { page } from "~/kit/page/http/page.server";
import { exportPage } from "~/kit/page/tables/export.server";
import { may } from "../policy";
import { streamVariants } from "../queries.server";
import { variantTable } from "../table";

export const loader = page(may.read, (call) => exportPage(call, variantTable, streamVariants, "线路分类"));
