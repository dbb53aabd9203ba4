import { createReadStream } from "node:fs";
import { stat } from "node:fs/promises";
import { attachment } from "~/kit/data/files/attachment.server";
import { page } from "~/kit/page/http/page.server";
import { findAmended } from "~/kit/room/sheets/amended-file.server";
import { requireImport } from "../load-import.server";
import { may } from "../policy";

/** The person's own file, with what is wrong with each row in one more column. */
export const loader = page(may.read, async ({ viewer, params }) => {
  const { row, sheet } = await requireImport(viewer, params.importId!);
  const file = await findAmended(sheet, row);
  const { size } = await stat(file);
  const name = row.fileName.replace(/(\.\w+)?$/, "（导入结果）$1");
  return attachment(createReadStream(file), { name, contentType: "application/octet-stream", size });
});
