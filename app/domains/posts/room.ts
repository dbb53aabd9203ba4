import type { Room } from "~/kit/room/room";
import { fieldWords } from "~/kit/room/words";
import { type PostRow, postStates, postTypes } from "./schema";

export const postWords = fieldWords({
  postCode: "岗位编号",
  postName: "岗位名称",
  postType: { label: "类别", choices: postTypes },
  sort: "排序",
  state: { label: "状态", choices: postStates },
  remark: "备注",
});

export const postRoom: Room<PostRow> = {
  noun: "岗位",
  url: "/personnel/post-management",
  key: "postUuid",
  nameOf: (post) => post.postName,
  words: postWords,
};
