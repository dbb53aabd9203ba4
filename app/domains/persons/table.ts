import { z } from "zod";
import { yesNoChoices } from "~/kit/page/forms/field";
import { text, yesOrNo } from "~/kit/page/forms/rules";
import { recordTable } from "~/kit/room/record-table";
import { dueDays } from "./due-days";
import { expiryWords } from "./expiry";
import { type PersonRow, personRoom } from "./room";

export const personTable = recordTable<PersonRow>(personRoom, {
  columns: [
    { id: "jobNumber", width: 90, sortable: true },
    { id: "name", sortable: true, always: true },
    { id: "sex", width: 56, aside: true },
    { id: "orgName", width: 104 },
    { id: "postName", width: 76 },
    { id: "personState", width: 66, sortable: true },
    { id: "phone", width: 110 },
    { id: "mainLine", header: "主线路", width: 100, aside: true },
    { id: "licenseClass", header: "准驾", width: 56, aside: true },
    {
      id: "licenseExpire",
      header: "驾驶证到期",
      width: 150,
      sortable: true,
      cell: expiryWords,
      csv: (row) => row.licenseExpire ?? "",
    },
    { id: "isValid", width: 66, aside: true },
    { id: "idCard", width: 170, hidden: true },
    { id: "birthday", width: 100, hidden: true },
    { id: "licenseNo", width: 130, hidden: true },
    { id: "qualificationNo", width: 130, hidden: true },
    { id: "qualificationExpire", header: "资格证到期", width: 100, sortable: true, hidden: true },
    { id: "icCard", width: 110, hidden: true },
    { id: "entryDate", width: 100, sortable: true, hidden: true },
    { id: "leaveDate", width: 100, hidden: true },
    { id: "remark", width: 200, hidden: true },
    { id: "updatedAt", aside: false, hidden: true },
  ],
  keyword: "姓名、工号、手机或首字母",
  filters: [
    { name: "orgId", label: "机构" },
    "postUuid",
    "personState",
    {
      name: "licenseDue",
      label: "驾驶证",
      kind: "choice",
      choices: [
        { value: "due", label: `${dueDays} 天内到期` },
        { value: "expired", label: "已过期" },
      ],
      rule: z.enum(["due", "expired"], { error: "请从列表中选择" }).optional(),
    },
    {
      name: "isValid",
      choices: yesNoChoices("是", "否"),
      rule: yesOrNo,
      more: true,
    },
    { name: "jobNumber", label: "", rule: text(32).optional() },
    { name: "name", label: "", rule: text(32).optional() },
  ],
  sortBy: "jobNumber",
});
