import { sql } from "kysely";
import { api } from "~/kit/page/http/api.server";
import { freeCall, roomCalls } from "~/kit/room/calls.server";
import { defineRecords, serve } from "~/kit/room/served.server";
import { type PostRow, postRoom, postTable } from "./room";

export const posts = serve<PostRow>({
  room: postRoom,
  table: postTable,
  source: defineRecords(postRoom, {
    table: "post",
    searched: ["postName", "postCode"],
    unique: { post_code_living: "postCode" },
    more: sql`(select count(*) from person where person.post_uuid = post.post_uuid and person.deleted_at is null) as person_count`,
    order: ["sort", "postCode", "postName", "postType", "state", "updatedAt"],
  }),
  detail: (post) => post.postCode,
  sheet: {
    templateCode: "post",
    writtenTogether: true,
    looks: { postCode: { example: "P001" }, postName: { example: "驾驶员" } },
  },
  calls: (served) => [api("/api/post/v1.0", { ...roomCalls(served), validPostCode: freeCall(served, "postCode") })],
});
