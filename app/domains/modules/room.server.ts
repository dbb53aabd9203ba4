import { sql } from "kysely";
import { z } from "zod";
import { api, endpoint } from "~/kit/page/http/api.server";
import { freeCall, roomCalls } from "~/kit/room/calls.server";
import { serve } from "~/kit/room/served.server";
import {
  allModules,
  changeModule,
  createModule,
  moduleSource,
  productCascade,
  productChoices,
  listProducts,
  restoreModule,
  updateModule,
} from "./queries.server";
import { type ModuleRow, moduleRoom, moduleTable } from "./room";

const { may, fields } = moduleRoom;
const OfProduct = z.object({ productCode: fields.productCode.rule.optional() });
/** A product is an app: its code and name. */
const Product = z.object({ productCode: z.string(), productName: z.string() });
const Choice = z.object({ value: z.string(), label: z.string() });

export const modules = serve<ModuleRow>({
  room: moduleRoom,
  table: moduleTable,
  source: moduleSource,
  references: [
    {
      label: "资源",
      blocking: true,
      select: (keys) =>
        sql`select module_id as used, resource_id as key, title, null as org_id from resource where module_id = any(${keys}) and deleted_at is null`,
      href: (key) => `/system/resource/${key}`,
    },
    {
      label: "参数",
      blocking: true,
      select: (keys) =>
        sql`select m.module_id as used, p.param_id as key, p.param_name as title, null as org_id from parameter p join module m on m.module_name = p.maven_project where m.module_id = any(${keys}) and p.deleted_at is null`,
    },
  ],
  verbs: { create: createModule, update: updateModule, change: changeModule, restore: restoreModule },
  choices: async (viewer) => ({ productCode: await productChoices(viewer) }),
  calls: (served) => [
    api("/api/mavenProject/v1.0", {
      ...roomCalls(served),
      validMavenProjectName: freeCall(served, "moduleName"),
      productCodeSelector: endpoint(may.read, z.object({}), z.array(Product), listProducts),
    }),
    api("/base-api", {
      productCascader: endpoint(
        may.read,
        z.object({}),
        z.array(Choice.extend({ children: z.array(Choice) })),
        productCascade,
      ),
      list: endpoint(may.read, OfProduct, z.array(moduleRoom.Row), allModules),
    }),
  ],
  detail: (module) => module.productName ?? module.productCode,
});
