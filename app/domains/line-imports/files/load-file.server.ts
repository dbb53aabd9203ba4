import { organisationChoices } from "~/domains/organisations/queries.server";
import { mayMakeFirst } from "~/kit/room/first-organisation.server";
import { allows, type Viewer } from "~/kit/data/access/viewer";
import { showFile } from "~/kit/page/import-flow/shown-file.server";
import { may } from "../policy";
import { canUndo, findFileImport } from "./file-imports.server";

export type ShownFile = Awaited<ReturnType<typeof loadFile>>;

export async function loadFile(viewer: Viewer, importId: string) {
  const found = await findFileImport(viewer, importId);
  const row = showFile(found);
  const mayImport = allows(viewer, may.write);
  const organisations = row.state === "preview" && mayImport ? await organisationChoices(viewer) : [];
  return { row, organisations, mayImport, mayUndo: mayImport && canUndo(found), mayMakeOrg: mayMakeFirst(viewer) };
}
