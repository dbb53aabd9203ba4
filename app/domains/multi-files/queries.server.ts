export { auditedMulti } from "./audited.server";
export { saveCatalog } from "./catalog.server";
export { keepMulti } from "./files.server";
