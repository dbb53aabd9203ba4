export { auditedMulti } from "./audited.server";
export { saveCatalog } from "./catalog.server";
export { keepMulti, multiRecord } from "./files.server";
