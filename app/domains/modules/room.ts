import { z } from "zod";
import { field } from "~/kit/room/fields";
import { recordTable } from "~/kit/room/record-table";
import { defineRoom, permissions } from "~/kit/room/room";

export const moduleRoom = defineRoom({
  name: "modules",
  noun: "模块",
  title: "模块管理",
  url: "/module/module-management",
  key: "moduleId",
  may: permissions("module"),
  named: "moduleName",
  described: "productCode",
  code: "moduleName",
  few: true,
  fields: {
    moduleName: field.code("模块名称", 64, { hint: "工程名称，不能重复；参数按它归类" }),
    /** The code of an app; the page offers those that there are. */
    productCode: {
      ...field.name("产品编码", 32, { hint: "产品就是应用：先在“应用管理”中登记" }),
      label: "产品",
      kind: "choice",
    },
    description: field.note("说明"),
  },
  /** The name of the app whose code it has; living resources. */
  more: { productName: z.string().nullable(), resourceCount: z.number() },
  bulk: ["productCode", "description"],
  parts: { 模块: ["moduleName", "productCode", "description"] },
  shown: {
    基本信息: [
      "moduleName",
      { label: "产品", value: productOf },
      { label: "资源", value: ({ resourceCount }: { resourceCount: number }) => `${resourceCount} 个` },
      "description",
    ],
  },
  emptyText: "还没有模块：模块按产品登记，参数和资源可以归到模块下。",
});
export type ModuleRow = typeof moduleRoom.row;

export const moduleTable = recordTable<ModuleRow>(moduleRoom, {
  columns: [
    { id: "moduleName", width: 220, sortable: true },
    { id: "productCode", width: 220, sortable: true, cell: productOf, csv: productOf },
    "description",
    { id: "resourceCount", header: "资源", width: 60, align: "right" },
    "updatedAt",
  ],
  keyword: "名称或说明",
  filters: [{ name: "productCode", rule: z.string().trim().max(32).optional() }],
  sortBy: "moduleName",
});

/** The product's name with its code; the code alone where its app is gone. */
function productOf({ productCode, productName }: { productCode: string; productName: string | null }): string {
  return productName ? `${productName}（${productCode}）` : productCode;
}
