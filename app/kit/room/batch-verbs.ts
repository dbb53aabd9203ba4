/** What was done to many records at once, by what histories call it. */
export const batchVerbs: Record<string, string> = { create: "新增", update: "修改", delete: "删除", mixed: "导入" };
