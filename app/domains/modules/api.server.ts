import { z } from "zod";
import { api, endpoint } from "~/kit/page/http/api.server";
import { plainCalls } from "~/kit/room/calls.server";
import { may } from "./policy";
import {
  allModules,
  createModule,
  deleteModules,
  isModuleNameFree,
  listModules,
  productCascade,
  products,
  updateModule,
} from "./queries.server";
import {
  ModuleAdd,
  ModuleDelete,
  ModuleNameCheck,
  ModuleRow,
  ModuleUpdate,
  OfProduct,
  Product,
  ProductBranch,
} from "./schema";
import { moduleTable } from "./table";

export const moduleApi = api("/api/mavenProject/v1.0", {
  ...plainCalls(
    {
      may,
      table: moduleTable,
      key: "moduleId",
      row: ModuleRow,
      add: ModuleAdd,
      update: ModuleUpdate,
      remove: ModuleDelete,
    },
    { list: listModules, all: allModules, create: createModule, update: updateModule, remove: deleteModules },
  ),
  validMavenProjectName: endpoint(may.read, ModuleNameCheck, z.boolean(), isModuleNameFree),
  productCodeSelector: endpoint(may.read, z.object({}), z.array(Product), products),
});

/** Products and their modules, as other programs choose among them. */
export const productApi = api("/base-api", {
  productCascader: endpoint(may.read, z.object({}), z.array(ProductBranch), productCascade),
  list: endpoint(may.read, OfProduct, z.array(ModuleRow), allModules),
});
