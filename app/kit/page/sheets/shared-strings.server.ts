import { plainText } from "./cell-value";
import { SheetFileError, type SheetLimits } from "./sheet";
import type { Parts } from "./zip-part.server";

/** Hands over the texts that cells refer to by number, their fonts and readings left out. */
export async function readSharedStrings(
  parts: Parts,
  part: string | undefined,
  limits: SheetLimits,
  take: (text: string, at: number) => void,
): Promise<void> {
  if (!part) return;
  let text = "";
  let found = 0;
  let gathered = 0;
  let inText = false;
  let inReading = false;
  await parts.readAll(part, {
    open(name) {
      if (name === "si") text = "";
      else if (name === "rPh") inReading = true;
      else if (name === "t") inText = !inReading;
    },
    text(piece) {
      if (inText) text += piece;
    },
    close(name) {
      if (name === "t") inText = false;
      else if (name === "rPh") inReading = false;
      else if (name === "si") {
        gathered += text.length;
        if (gathered > limits.sharedText || found >= limits.cells)
          throw new SheetFileError(
            "too-big",
            `工作簿里的文字过多（超过 ${limits.sharedText / 10_000} 万字），请拆分后上传`,
          );
        take(plainText(text), found++);
      }
    },
  });
}
