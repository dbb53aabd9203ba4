import type { Room } from "~/kit/room/room";
import { fieldWords } from "~/kit/room/words";
import type { ModuleRow } from "./schema";

export const moduleRoom: Room<ModuleRow> = {
  noun: "模块",
  url: "/module/module-management",
  key: "moduleId",
  nameOf: (module) => module.moduleName,
  words: fieldWords({
    moduleName: "模块名称",
    productCode: "产品",
    description: "说明",
    resourceCount: { label: "资源", unit: "个" },
  }),
};
