import { sql } from "kysely";
import { db } from "~/kit/data/db/pool.server";
import { describeRoom } from "../../../tests/room";
import { postRoom } from "./room";

let made = 0;

describeRoom({
  path: "/personnel/post-management",
  may: postRoom.may,
  valid: () => ({
    postCode: `T${String(++made).padStart(3, "0")}`,
    postName: `试验岗位${made}`,
    postType: "4",
    state: "1",
    sort: "7",
    remark: "原来的",
  }),
  invalid: [
    { field: "postCode", value: "", message: "请输入岗位编号" },
    { field: "postCode", value: "1".repeat(21), message: "最多 20 个字" },
    { field: "postName", value: "", message: "请输入岗位名称" },
    { field: "postName", value: "岗".repeat(33), message: "最多 32 个字" },
    { field: "postType", value: "", message: "请从列表中选择" },
    { field: "sort", value: "10000", message: "0 到 9999 的整数" },
    { field: "remark", value: "注".repeat(256), message: "最多 255 个字" },
  ],
  showsAs: "postName",
  unique: { field: "postCode", message: "岗位编号已被使用" },
  texts: ["remark", "postName"],
  table: { name: "post", key: "postUuid" },
  used: async () => {
    const found = await sql<{
      key: string;
      by: string;
    }>`select post_uuid as key, job_number as by from person where deleted_at is null order by name, job_number limit 1`.execute(
      db(),
    );
    return found.rows[0]!;
  },
  bulk: { field: "state", value: "0" },
});
