import type { Viewer } from "~/kit/data/access/viewer";
import { sizeText } from "~/kit/data/files/size-text";
import { settings } from "~/kit/ground/settings.server";
import { readingsOf } from "~/domains/stations/queries.server";
import { localPath } from "~/kit/ground/local-path";
import { formatTime } from "~/kit/ground/time/format-time";
import { durationWords } from "~/transit/sound/duration-words";
import { countRows, findImport, rowsOf, rowsShown } from "./imports.server";

/** An import as its page shows it: the files of one page with what they are for. */
export async function loadImport(viewer: Viewer, importId: string, url: URL) {
  const row = await findImport(viewer, importId);
  const counts = await countRows(importId);
  const pages = Math.max(1, Math.ceil(counts.rows / rowsShown));
  const asked = Number(url.searchParams.get("page") ?? 1);
  const at = Number.isInteger(asked) ? Math.min(Math.max(1, asked), pages) : 1;
  const zone = settings().OPERATOR_TIME_ZONE;
  const time = (moment: Date | null) => (moment ? formatTime(moment, zone) : "");
  const files = await rowsOf(importId, at);
  const readings =
    row.choices.language === "zh"
      ? await readingsOf(files.flatMap(({ staUuid, text }) => (staUuid && text ? { staUuid, words: text } : [])))
      : {};
  const { fileName, kind, state, progress, phase, error, result, createdByName, confirmedByName } = row;
  return {
    /** The page that one came from, if it is ours. */
    from: localPath(url.searchParams.get("from")),
    row: {
      importId,
      fileName,
      kind,
      state,
      progress,
      phase,
      error,
      result,
      createdByName,
      confirmedByName,
      size: sizeText(Number(row.fileSize)),
      created: time(row.createdAt),
      finished: time(row.finishedAt),
    },
    counts,
    at,
    pages,
    files: files.map(({ facts, staSelfCode, ...one }) => ({
      ...one,
      reading: readings[one.staUuid ?? ""] ?? "",
      whom: staSelfCode ? `${staSelfCode}` : (one.text ?? ""),
      duration: typeof facts?.durationMs === "number" ? durationWords(facts.durationMs) : "",
    })),
  };
}
export type LoadedImport = Awaited<ReturnType<typeof loadImport>>;
