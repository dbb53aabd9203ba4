import { page } from "~/kernel/access/page.server";
import { exportPage } from "~/kernel/tables/export.server";
import { may } from "../policy";
import { streamPosts } from "../queries.server";
import { postTable } from "../table";

export const loader = page(may.read, (call) => exportPage(call, postTable, streamPosts, "岗位"));
