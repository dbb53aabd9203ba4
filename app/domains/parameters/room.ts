import { fieldWords } from "~/kit/room/words";
import type { Room } from "~/kit/room/room";
import { parameterScopes, parameterTypes, type ParameterRow } from "./schema";

export const parameterWords = fieldWords({
  scope: { label: "参数范围", choices: parameterScopes },
  paramName: "参数名称",
  title: "参数说明",
  paramType: { label: "参数类型", choices: parameterTypes },
  paramValue: "参数值",
  minimum: "最小值",
  maximum: "最大值",
  productCode: "所属产品",
  mavenProject: "所属模块",
  remark: "备注",
});

export const parameterRoom: Room<ParameterRow> = {
  noun: "参数",
  url: "/params/param-configuration",
  key: "paramId",
  nameOf: (row) => row.title || row.paramName,
  words: parameterWords,
};
