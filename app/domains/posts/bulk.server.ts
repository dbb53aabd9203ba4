import type { Bulk } from "~/kit/room/bulk.server";
import { may } from "./policy";
import { deletePosts, postSource, postUses } from "./queries.server";
import { postRoom } from "./room";
import { PostBulk, type PostFilters, type PostRow } from "./schema";
import { postTable } from "./table";

/** What may be done to many posts at once. */
export const postBulk: Bulk<PostRow, typeof PostFilters, typeof PostBulk> = {
  room: postRoom,
  may,
  table: postTable,
  source: postSource,
  edit: PostBulk,
  uses: postUses,
  remove: deletePosts,
};
