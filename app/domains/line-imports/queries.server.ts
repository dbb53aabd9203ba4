export { lineImports } from "./imports.server";
export { importUrl } from "./urls";
