import { page } from "~/kit/page/http/page.server";
import { exportPage } from "~/kit/page/tables/export.server";
import { may } from "../policy";
import { streamPosts } from "../queries.server";
import { postTable } from "../table";

export const loader = page(may.read, (call) => exportPage(call, postTable, streamPosts, "岗位"));
