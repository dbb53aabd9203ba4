import { z } from "zod";
import { chosenNumber, code, oneOf, requiredText, text, version, whole } from "~/kit/page/forms/rules";
import { changesOf } from "~/kit/page/http/changes";

export const postTypes = [
  { value: 1, label: "驾驶员" },
  { value: 2, label: "乘务员" },
  { value: 3, label: "站务" },
  { value: 4, label: "调度" },
  { value: 5, label: "机务" },
  { value: 6, label: "管理" },
] as const;
export const postStates = [
  { value: 1, label: "启用" },
  { value: 0, label: "停用" },
] as const;

export const PostForm = z.object({
  postCode: code("岗位编号", 20),
  postName: requiredText("岗位名称", 32),
  postType: oneOf(postTypes),
  sort: whole(0, 9999).default(0),
  state: oneOf(postStates).default(1),
  remark: text(255).nullish(),
  version,
  reason: text(255).nullish(),
});
/** What may be changed of many at once. */
export const PostBulk = changesOf(PostForm.pick({ postType: true, state: true }));
export type PostValues = Omit<z.output<typeof PostForm>, "version" | "reason">;

export const PostFilters = z.object({
  keyword: z.string().trim().max(64).optional(),
  postType: chosenNumber,
  state: chosenNumber,
});
export type PostFilters = z.output<typeof PostFilters>;

export interface PostRow {
  postUuid: string;
  postCode: string;
  postName: string;
  postType: number;
  sort: number;
  state: number;
  remark: string | null;
  version: number;
  updatedAt: string;
  /** How many living persons hold it. */
  personCount: number;
}
