import { recordUrl } from "~/kit/room/room";
import { defineTable } from "~/kit/page/tables/define-table";
import { moduleRoom } from "./room";
import { ModuleFilters, type ModuleRow } from "./schema";

export const moduleTable = defineTable<ModuleRow>()({
  columns: [
    {
      id: "moduleName",
      header: "模块名称",
      width: 220,
      sortable: true,
      cell: (module) => <a href={recordUrl(moduleRoom, module)}>{module.moduleName}</a>,
      csv: (module) => module.moduleName,
    },
    { id: "productCode", header: "产品", width: 220, sortable: true, cell: productOf, csv: productOf },
    { id: "description", header: "说明" },
    { id: "resourceCount", header: "资源", width: 60, align: "right" },
    { id: "updatedAt", header: "更新时间", width: 130, kind: "time", sortable: true, aside: true },
  ],
  filters: ModuleFilters,
  filterFields: [
    { name: "keyword", label: "模块", placeholder: "名称或说明", width: 180 },
    { name: "productCode", label: "产品", kind: "choice" },
  ],
  sortBy: "moduleName",
  rowKey: (module) => module.moduleId,
});

/** The product's name with its code; the code alone where its app is gone. */
export function productOf({ productCode, productName }: ModuleRow): string {
  return productName ? `${productName}（${productCode}）` : productCode;
}
