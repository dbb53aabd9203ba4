import { allows } from "~/kit/data/access/viewer";
import type { Door } from "~/kit/page/import-flow/doors";
import { mapImports } from "./imports.server";
import { may } from "./policy";
import { importUrl } from "./urls";

export const mapDoor: Door = {
  life: mapImports,
  titles: (viewer): Record<string, string> => (allows(viewer, may.read) ? { map: "地图数据" } : {}),
  href: importUrl,
};
