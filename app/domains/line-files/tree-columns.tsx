import type { Column } from "~/kit/page/tables/define-table";
import type { TreeRow } from "./file-tree.server";
import { fileUrl, newFileUrl } from "./urls";
import { standings } from "./words";

/** The columns of the tree of files. */
export const fileColumns = (mayWrite: boolean): Column<TreeRow>[] => [
  {
    id: "name",
    header: "机构、线路、分类",
    width: 200,
    cell: (row) => {
      const shown = row.fileUuid ?? row.draftUuid;
      return shown ? <a href={fileUrl({ fileUuid: shown })}>{row.name}</a> : row.name;
    },
  },
  { id: "standing", header: "文件状态", width: 96, cell: (row) => standingText(row) },
  { id: "changed", header: "变化", width: 230 },
  { id: "fileVersion", header: "版本号", width: 110, aside: true },
  { id: "generated", header: "生成时间", width: 150, aside: true },
  { id: "buses", header: "车辆", width: 70, align: "right" },
  {
    id: "draft",
    header: "草稿",
    width: 110,
    cell: (row) => {
      if (row.draftUuid) return <a href={fileUrl({ fileUuid: row.draftUuid })}>查看草稿</a>;
      if (row.classifySid && !row.fileUuid && mayWrite) return <a href={newFileUrl(row.classifySid)}>新建</a>;
      return "";
    },
  },
];

const standingText = ({ standing, note }: TreeRow) =>
  standing ? (standings.find(({ value }) => value === standing)?.label ?? "") : note;
