import { sql } from "kysely";
import type { Viewer } from "~/kit/data/access/viewer";
import { db } from "~/kit/data/db/pool.server";
import type { RecordTable } from "~/kit/data/db/records.server";
import type { Choice } from "~/kit/page/forms/field";
import { findOf, isoTime, listOf, ordered, type Source, streamOf } from "~/kit/room/source.server";
import { type Reference, usesOf } from "~/kit/room/uses.server";
import { createOf, deleteOf, restoreOf, updateOf } from "~/kit/room/verbs.server";
import type { ListState } from "~/kit/page/tables/select-page.server";
import type { PostFilters, PostRow, PostValues } from "./schema";

export const postRecord: RecordTable = {
  table: "post",
  key: "postUuid",
  room: "posts",
  noun: "岗位",
  searched: ["postName", "postCode"],
  unique: { post_code_living: { path: "postCode", message: "岗位编号已被使用" } },
};

export const postSource: Source<PostRow, PostFilters> = {
  kept: postRecord,
  select: sql`post_uuid, post_code, post_name, post_type, sort, state, remark, version, ${isoTime(sql`updated_at`)} as updated_at,
    (select count(*) from person where person.post_uuid = post.post_uuid and person.deleted_at is null) as person_count`,
  where: ({ postType, state }) => [
    ...(postType !== undefined ? [sql`post_type = ${postType}`] : []),
    ...(state !== undefined ? [sql`state = ${state}`] : []),
  ],
  order: ordered("post", "sort", "postCode", "postName", "postType", "state", "updatedAt"),
};

const references: Reference[] = [
  {
    label: "人员",
    blocking: true,
    select: (keys) =>
      sql`select post_uuid as used, person_uuid as key, name || ' ' || job_number as title, org_id from person where post_uuid = any(${keys}) and deleted_at is null`,
    href: (key) => `/personnel/personnel-management/${key}`,
  },
];

export const listPosts = (viewer: Viewer, state: ListState<PostFilters>) => listOf(postSource, viewer, state);
export const streamPosts = (viewer: Viewer, state: ListState<PostFilters>) => streamOf(postSource, viewer, state);
export const findPost = (viewer: Viewer, postUuid: string) => findOf(postSource, viewer, postUuid);
export const postUses = (viewer: Viewer, keys: string[]) => usesOf(viewer, references, keys);

/** The posts in use for a control, in their order; `kept` is the one that a person already holds, in use or not. */
export async function postChoices(_viewer: Viewer, kept?: string | null): Promise<Choice[]> {
  const found = await sql<{ value: string; label: string }>`
    select post_uuid as value, post_name as label from post where deleted_at is null and (state = 1 or post_uuid = ${kept ?? null}) order by sort, post_code`.execute(
    db(),
  );
  return found.rows;
}

export const createPost = (viewer: Viewer, values: PostValues) => createOf(postSource, viewer, values);
export const updatePost = (viewer: Viewer, postUuid: string, changes: Partial<PostValues>, version?: number) =>
  updateOf(postSource, viewer, postUuid, changes, version);
export const deletePosts = (viewer: Viewer, keys: string[]) => deleteOf(postSource, viewer, references, keys);
/** A code taken meanwhile must be given anew. */
export const restorePost = (viewer: Viewer, postUuid: string, postCode?: string) =>
  restoreOf(postSource, viewer, postUuid, { postCode });
