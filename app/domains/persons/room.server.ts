import { serve } from "~/kit/room/served.server";
import { personApi, personLineApi } from "./api.server";
import { createPerson, maskedPersons, postChoices, restorePerson, updatePerson } from "./queries.server";
import { personReferences } from "./references.server";
import { type PersonRow, personRoom } from "./room";
import { personTable } from "./table";
import { allows, type Viewer } from "~/kit/data/access/viewer";
import type { Sides } from "~/kit/room/audited.server";
import { maskedIdCard } from "./id-card";
import { personSource } from "./source.server";

/** Changes of persons as they are shown to who may not read ID cards. */
async function maskIdCards<C extends Sides>(viewer: Viewer, changes: C[]): Promise<C[]> {
  if (allows(viewer, personRoom.may.idCard)) return changes;
  return changes.map((change) => ({ ...change, before: masked(change.before), after: masked(change.after) }));
}

function masked(side: Sides["before"]) {
  return side && typeof side.idCard === "string" ? { ...side, idCard: maskedIdCard(side.idCard) } : side;
}

/** Served with ID cards masked; pages that show them to who may ask `personSource`. */
export const persons = serve<PersonRow>({
  room: personRoom,
  table: personTable,
  source: maskedPersons,
  references: personReferences,
  verbs: { create: createPerson, update: updatePerson, restore: restorePerson },
  rewriteHistory: maskIdCards,
  detail: (person) => `${person.jobNumber} ${person.orgName}`,
  choices: async (viewer) => ({ postUuid: await postChoices(viewer) }),
  pictured: maskedPersons,
  sheet: {
    templateCode: "person",
    source: personSource,
    permitted: { idCard: personRoom.may.idCard },
    looks: {
      jobNumber: { example: "P1001" },
      name: { example: "张三" },
      sex: { example: "男", remark: "填写了身份证号时按身份证号" },
      orgId: { example: "1001", remark: "机构编号" },
      postUuid: { example: "P001", remark: "岗位编号" },
      idCard: { width: 24, remark: "18 位；请把单元格格式设为“文本”" },
      birthday: { remark: "填写了身份证号时按身份证号" },
      licenseClass: { remark: "驾驶员岗位必填，应为 A1 或 A3" },
      licenseExpire: { remark: "驾驶员岗位必填" },
      isValid: { remark: "填“否”时在选择人员处不可选" },
    },
    rules: [
      "有身份证号的人员，性别和出生日期由身份证号得出，另填的不采用。",
      "没有查看身份证号权限的人，模板和导出中没有这一列，已有的身份证号不变。",
      "照片、授权线路和预设车辆不在此导入。",
    ],
  },
  calls: (served) => [personApi(served), personLineApi],
});
