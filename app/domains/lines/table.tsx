import { asChoices, yesNoChoices } from "~/kit/page/forms/field";
import { defineTable } from "~/kit/page/tables/define-table";
import { labelOf, lineCategories, LineFilters, type LineRow, lineStates, lineTypes, matchStates } from "./schema";
import { eachWay } from "./directions";
import { lineUrl, queryText } from "./urls";

export const lineTable = defineTable<LineRow>()({
  columns: [
    {
      id: "lineName",
      header: "线路名称",
      width: 98,
      sortable: true,
      cell: (row) => <a href={lineUrl(row) + queryText({ asOf: row.asOf })}>{row.lineName}</a>,
    },
    { id: "lineDeviceNo", header: "设备编号", width: 88, align: "right", sortable: true, aside: true },
    { id: "lineType", header: "类型", width: 66, sortable: true, hidden: true, cell: (row) => row.lineTypeName },
    {
      id: "state",
      header: "状态",
      width: 76,
      sortable: true,
      cell: (row) => labelOf(lineStates, row.state),
    },
    { id: "orgName", header: "所属机构", width: 88, sortable: true, aside: true },
    { id: "ends", header: "起讫站", cell: (row) => figure(row, endsOf(row)) },
    {
      id: "stations",
      header: "站数",
      width: 88,
      align: "right",
      sortable: true,
      cell: (row) =>
        figure(
          row,
          eachWay(row.directions, ({ stationCount }) => stationCount || null),
        ),
    },
    {
      id: "mileage",
      header: "里程（公里）",
      width: 140,
      align: "right",
      sortable: true,
      cell: (row) =>
        figure(
          row,
          eachWay(row.directions, ({ mileage }) => mileage?.toFixed(3)),
        ),
    },
    {
      id: "upFirst",
      header: "首末班",
      width: 94,
      sortable: true,
      aside: true,
      cell: ({ directions: [one] }) => [one!.first, one!.last].filter(Boolean).join("–"),
    },
    {
      id: "matchState",
      header: "路径",
      width: 88,
      kind: "state",
      cell: (row) => (row.toReview ? "待复核" : labelOf(matchStates, row.matchState)),
    },
    {
      id: "spacing",
      header: "平均站距（公里）",
      width: 130,
      align: "right",
      hidden: true,
      cell: (row) => eachWay(row.directions, ({ spacing }) => spacing?.toFixed(3)),
    },
    {
      id: "nonLinear",
      header: "非直线系数",
      width: 120,
      align: "right",
      hidden: true,
      cell: (row) => eachWay(row.directions, ({ nonLinear }) => nonLinear?.toFixed(2)),
    },
    { id: "parkingName", header: "首末场站", width: 120, hidden: true },
    { id: "category", header: "类别", width: 80, hidden: true, cell: (row) => labelOf(lineCategories, row.category) },
    { id: "lineId", header: "线路编号", width: 110, sortable: true, hidden: true },
    { id: "updatedAt", header: "更新时间", width: 130, sortable: true, hidden: true, kind: "time" },
    { id: "nextChange", header: "下次变更", width: 92, aside: true },
    {
      id: "hasDraft",
      header: "草稿",
      width: 74,
      kind: "state",
      cell: (row) => (row.waiting ? "待审核" : row.hasDraft ? "有" : ""),
    },
  ],
  filters: LineFilters,
  filterFields: [
    { name: "keyword", label: "线路", placeholder: "名称、编号、拼音或首字母", width: 190 },
    { name: "state", label: "状态", kind: "choice", choices: asChoices(lineStates) },
    { name: "lineType", label: "类型", kind: "choice", choices: asChoices(lineTypes) },
    { name: "orgId", label: "机构", kind: "choice" },
    { name: "hasDraft", label: "草稿", kind: "choice", choices: yesNoChoices("有草稿", "没有草稿") },
    {
      name: "waiting",
      label: "审核",
      kind: "choice",
      more: true,
      choices: yesNoChoices("有草稿待审核", "没有待审核的"),
    },
    {
      name: "toReview",
      label: "路径",
      kind: "choice",
      more: true,
      choices: yesNoChoices("站点移动后待复核", "不用复核"),
    },
    { name: "asOf", label: "日期", kind: "date" },
  ],
  sortBy: "lineName",
  rowKey: (row) => row.lineUuid,
});

const figure = ({ fromDraft }: LineRow, text: string) =>
  fromDraft && text ? (
    <span className="quiet" title="草稿中的内容，还没有生效">
      {text}
    </span>
  ) : (
    text
  );

function endsOf({ lineType, directions }: LineRow): string {
  const run = directions.find(({ startStation }) => startStation);
  if (!run) return "";
  return lineType === 2 ? `${run.startStation}（环行）` : `${run.startStation}—${run.endStation}`;
}
