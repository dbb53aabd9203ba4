import type { HostileFile } from "./hostile-file";
import { hostileLines } from "./lines";
import { hostileMaps } from "./maps";
import { hostileSheets } from "./sheets";

/** Files made to hurt, the same at every making. */
export const hostileFiles: readonly HostileFile[] = [...hostileMaps, ...hostileLines, ...hostileSheets];
