import type { Room } from "~/kernel/rooms/room";
import { fieldWords } from "~/kernel/rooms/words";
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
