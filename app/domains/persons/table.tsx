import { asChoices } from "~/kit/page/forms/field";
import { labelOf } from "~/kit/page/forms/rules";
import { recordUrl } from "~/kit/room/room";
import { defineTable } from "~/kit/page/tables/define-table";
import { expiryWords } from "./expiry";
import { personRoom } from "./room";
import { licenseDues, PersonFilters, type PersonRow, personStates, sexes } from "./schema";

export const personTable = defineTable<PersonRow>()({
  columns: [
    {
      id: "jobNumber",
      header: "工号",
      width: 90,
      sortable: true,
      cell: (row) => <a href={recordUrl(personRoom, row)}>{row.jobNumber}</a>,
    },
    { id: "name", header: "姓名", sortable: true, always: true },
    { id: "sex", header: "性别", width: 56, cell: (row) => labelOf(sexes, row.sex), aside: true },
    { id: "orgName", header: "所属机构", width: 104, sortable: true },
    { id: "postName", header: "岗位", width: 76, sortable: true },
    {
      id: "personState",
      header: "状态",
      width: 66,
      sortable: true,
      cell: (row) => labelOf(personStates, row.personState),
    },
    { id: "phone", header: "手机", width: 110, csv: (row) => row.phone ?? "" },
    { id: "mainLine", header: "主线路", width: 100, aside: true },
    { id: "licenseClass", header: "准驾", width: 56, aside: true },
    {
      id: "licenseExpire",
      header: "驾驶证到期",
      width: 150,
      sortable: true,
      cell: (row) => expiryWords(row),
      csv: (row) => row.licenseExpire ?? "",
    },
    { id: "isValid", header: "可选用", width: 66, cell: (row) => (row.isValid ? "是" : "否"), aside: true },
    { id: "idCard", header: "身份证号", width: 170, hidden: true },
    { id: "birthday", header: "出生日期", width: 100, hidden: true },
    { id: "licenseNo", header: "驾驶证号", width: 130, hidden: true },
    { id: "qualificationNo", header: "从业资格证号", width: 130, hidden: true },
    { id: "qualificationExpire", header: "资格证到期", width: 100, sortable: true, hidden: true },
    { id: "icCard", header: "IC 卡号", width: 110, hidden: true },
    { id: "entryDate", header: "入职日期", width: 100, sortable: true, hidden: true },
    { id: "leaveDate", header: "离职日期", width: 100, hidden: true },
    { id: "remark", header: "备注", width: 200, hidden: true },
    { id: "updatedAt", header: "更新时间", width: 130, sortable: true, kind: "time", hidden: true },
  ],
  filters: PersonFilters,
  filterFields: [
    { name: "keyword", label: "人员", placeholder: "姓名、工号、手机或首字母", width: 190 },
    { name: "orgId", label: "机构", kind: "choice" },
    { name: "postUuid", label: "岗位", kind: "choice" },
    { name: "personState", label: "状态", kind: "choice", choices: asChoices(personStates) },
    { name: "licenseDue", label: "驾驶证", kind: "choice", choices: licenseDues },
    {
      name: "isValid",
      label: "可选用",
      kind: "choice",
      choices: [
        { value: "1", label: "是" },
        { value: "0", label: "否" },
      ],
      more: true,
    },
  ],
  sortBy: "jobNumber",
  rowKey: (row) => row.personUuid,
});
