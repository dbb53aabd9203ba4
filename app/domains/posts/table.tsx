import { asChoices } from "~/kit/page/forms/field";
import { labelOf } from "~/kit/page/forms/rules";
import { recordUrl } from "~/kit/room/room";
import { defineTable } from "~/kit/page/tables/define-table";
import { postRoom } from "./room";
import { PostFilters, type PostRow, postStates, postTypes } from "./schema";

export const postTable = defineTable<PostRow>()({
  columns: [
    {
      id: "postCode",
      header: "岗位编号",
      width: 140,
      sortable: true,
      always: true,
      cell: (row) => <a href={recordUrl(postRoom, row)}>{row.postCode}</a>,
    },
    { id: "postName", header: "岗位名称", sortable: true },
    { id: "postType", header: "类别", width: 100, sortable: true, cell: (row) => labelOf(postTypes, row.postType) },
    { id: "state", header: "状态", width: 80, sortable: true, cell: (row) => labelOf(postStates, row.state) },
    { id: "personCount", header: "人数", width: 80, align: "right" },
    { id: "sort", header: "排序", width: 80, align: "right", sortable: true },
    { id: "updatedAt", header: "更新时间", width: 140, sortable: true, kind: "time", aside: true },
  ],
  filters: PostFilters,
  filterFields: [
    { name: "keyword", label: "岗位", placeholder: "编号、名称、拼音或首字母", width: 190 },
    { name: "postType", label: "类别", kind: "choice", choices: asChoices(postTypes) },
    { name: "state", label: "状态", kind: "choice", choices: asChoices(postStates) },
  ],
  sortBy: "sort,postCode",
  rowKey: (row) => row.postUuid,
});
