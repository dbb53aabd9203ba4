import { allows } from "~/kit/data/access/viewer";
import type { Door } from "~/kit/page/import-flow/doors";
import { lineImports } from "./imports.server";
import { may } from "./policy";
import { type ImportKind, importKinds } from "./schema";
import { importUrl } from "./urls";

export const lineDoor: Door = {
  life: lineImports,
  titles: (viewer) =>
    allows(viewer, may.read)
      ? Object.fromEntries(Object.entries(importKinds).map(([kind, words]) => [`line.${kind}`, words]))
      : {},
  href: ({ kind, importId }) => importUrl({ kind: kind as ImportKind, importId }),
};
