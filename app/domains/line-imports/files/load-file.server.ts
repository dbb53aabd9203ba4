import { organisationChoices } from "~/domains/organisations/queries.server";
import { allows, type Viewer } from "~/kit/data/access/viewer";
import { sizeText } from "~/kit/data/files/size-text";
import { settings } from "~/kit/ground/settings.server";
import { formatTime } from "~/kit/ground/time/format-time";
import { may } from "../policy";
import { findFileImport } from "./file-imports.server";

export async function loadFile(viewer: Viewer, importId: string) {
  const found = await findFileImport(viewer, importId);
  const mayImport = allows(viewer, may.write);
  const zone = settings().OPERATOR_TIME_ZONE;
  return {
    row: {
      ...found,
      size: sizeText(found.fileSize),
      created: formatTime(found.createdAt, zone),
      finished: found.finishedAt ? formatTime(found.finishedAt, zone) : "",
    },
    organisations: found.state === "preview" && mayImport ? await organisationChoices(viewer) : [],
    mayImport,
  };
}
