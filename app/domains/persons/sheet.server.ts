import { roomSheet } from "~/kit/room/sheets/room-sheet.server";
import { personRoom } from "./room";
import { persons } from "./room.server";
import { personSource } from "./source.server";

export const personSheet = roomSheet(persons, {
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
});
