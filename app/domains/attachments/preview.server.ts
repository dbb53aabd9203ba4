import { openFile } from "~/kit/data/files/files.server";
import { pixelFault } from "~/kit/data/files/picture.server";
import { isShownType } from "~/kit/data/files/shown-file.server";
import { type FileKind, kindOf } from "./file-kinds";

interface PreviewedFile {
  fileKey: string;
  contentType: string;
  mayOpen: boolean;
}

/** As what a browser may show a file, or why it must not. */
export async function findPreview({
  fileKey,
  contentType,
  mayOpen,
}: PreviewedFile): Promise<{ shown?: FileKind; why?: string }> {
  if (!mayOpen || !isShownType(contentType)) return {};
  const why = await pixelFault(contentType, async () => (await openFile(fileKey)).stream);
  return why ? { why } : { shown: kindOf(contentType) };
}
