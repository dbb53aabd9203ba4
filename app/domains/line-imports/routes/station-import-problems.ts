import { page } from "~/kit/page/http/page.server";
import { workbookType } from "~/kit/ground/files/media-types";
import { attachment } from "~/kit/data/files/attachment.server";
import { may } from "../policy";
import { problemSheet } from "../stations/problem-sheet.server";

/** The file's own rows with what is wrong with each; `?rows=wrong` only those. */
export const loader = page(may.read, async ({ viewer, url, params }) => {
  const { name, stream } = await problemSheet(viewer, params.importId!, url.searchParams.get("rows") === "wrong");
  return attachment(stream, { name, contentType: workbookType });
});
