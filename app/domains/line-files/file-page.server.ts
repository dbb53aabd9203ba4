import { showNames } from "./other-names.server";
import type { ViewerCall } from "~/kit/page/http/page.server";
import type { Viewer } from "~/kit/data/access/viewer";
import { db } from "~/kit/data/db/pool.server";
import { attempt, type Problem } from "~/kit/ground/problem";
import { settings } from "~/kit/ground/settings.server";
import { formatTime } from "~/kit/ground/time/format-time";
import { findMissing } from "~/transit/announcements/compile";
import { nextVersion, checkFile, readLastVersion } from "./generate.server";
import { loadContent } from "./file-content.server";
import { requireFile } from "./file-record.server";
import { showFaults } from "./kept-findings.server";
import { showMissing } from "./missing-voices.server";
import type { FileRow } from "./schema";
import { listStandings } from "./standing.server";

export const fileTitle = ({
  lineName,
  classifyName,
  fileVersion,
}: Pick<FileRow, "lineName" | "classifyName" | "fileVersion">) =>
  `${lineName} ${classifyName} ${fileVersion ?? "草稿"}`;

/** The file that an address names, read once for a page and the head above it; throws problem.missing. */
export const requireFileOf = ({ viewer, params, facts }: Pick<ViewerCall, "viewer" | "params" | "facts">) =>
  facts.readOnce(requireFile, params.fileUuid!, () => requireFile(viewer, params.fileUuid!));

/** What a draft lacks before it can be generated, and the version that it would get. */
export async function checkDraft(file: FileRow) {
  const loaded = await attempt(() => loadContent(file));
  if (!loaded.ok)
    return {
      errors: [{ message: wordsOf(loaded.problem) }],
      warnings: [],
      faults: 1,
      others: 1,
      missing: [],
      otherNames: [],
      proposed: "",
    };
  const { errors, warnings } = await checkFile(loaded.value);
  const others = errors.filter(({ isMissing }) => !isMissing);
  const missing = findMissing(loaded.value);
  const proposed = await attempt(async () => nextVersion(await readLastVersion(db(), file.classifySid)));
  return {
    errors: showFaults(file, loaded.value.nodes, others),
    warnings: showFaults(file, loaded.value.nodes, warnings),
    /** Missing words count once, however often they are used. */
    faults: others.length + missing.length,
    others: others.length,
    missing: await showMissing(missing),
    otherNames: showNames(errors.flatMap(({ otherName }) => otherName ?? [])),
    proposed: proposed.ok ? proposed.value : "",
  };
}

const wordsOf = ({ errors, message }: Problem) => errors[0]?.message ?? message;

/** How the file's variant stands, as its page says it. */
export async function standingOf(viewer: Viewer, { classifySid }: FileRow) {
  const [standing] = await listStandings(viewer, { classifySid });
  if (!standing) return null;
  const { since, generatedAt: _at, ...rest } = standing;
  return { ...rest, since: since && formatTime(since, settings().OPERATOR_TIME_ZONE) };
}
