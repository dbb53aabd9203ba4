import { z } from "zod";
import { code, keysToDelete, recordKey, requiredText, text, version } from "~/kit/page/forms/rules";
import { changesOf } from "~/kit/page/http/changes";

const moduleName = code("模块名称", 64);
const productCode = requiredText("产品编码", 32);

const module = z.object({
  moduleName,
  productCode,
  description: text(255).nullish(),
});

export const ModuleForm = module.extend({ version, reason: text(255).nullish() });
export const ModuleAdd = module.extend({ moduleId: recordKey.optional() });
export const ModuleUpdate = changesOf(module).extend({ moduleId: recordKey, version });
/** What may be changed of many at once. */
export const ModuleBulk = changesOf(module.pick({ productCode: true, description: true }));
export const ModuleDelete = keysToDelete("moduleId", "模块");
export const ModuleNameCheck = z.object({ moduleName, moduleId: recordKey.optional() });
export const OfProduct = z.object({ productCode: productCode.optional() });

export const ModuleFilters = z.object({
  keyword: z.string().trim().max(64).optional(),
  productCode: z.string().trim().max(32).optional(),
});
export type ModuleFilters = z.output<typeof ModuleFilters>;

export const ModuleRow = z.object({
  moduleId: z.string(),
  moduleName: z.string(),
  productCode: z.string(),
  /** The name of the app whose code that is. */
  productName: z.string().nullable(),
  description: z.string().nullable(),
  version: z.number(),
  /** UTC, ISO 8601. */
  updatedAt: z.string(),
  resourceCount: z.number(),
});
export type ModuleRow = z.output<typeof ModuleRow>;
export type ModuleValues = z.output<typeof ModuleAdd>;

/** A product is an app: its code and name. */
export const Product = z.object({ productCode: z.string(), productName: z.string() });
export type Product = z.output<typeof Product>;

/** Products with their modules, for a cascader. */
export const ProductBranch = z.object({
  value: z.string(),
  label: z.string(),
  children: z.array(z.object({ value: z.string(), label: z.string() })),
});
export type ProductBranch = z.output<typeof ProductBranch>;
