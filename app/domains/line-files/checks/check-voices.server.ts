import { sql } from "kysely";
import { db } from "~/kit/data/db/pool.server";
import { Problem } from "~/kit/ground/problem";
import { settings } from "~/kit/ground/settings.server";
import { today } from "~/kit/ground/time/today.server";
import { readContent } from "../file-content.server";
import { checkFile } from "../generate.server";
import { hasBegun } from "../has-begun.server";
import { hashSources, readSources } from "../sources.server";
import { countHeard, heardNodes, type VoiceCounts } from "../voice/heard";

/** Of `line_file`: what each variant works with, its draft, else the newest that was generated. */
export const isWorkedWith =
  () => sql`line_file.deleted_at is null and line_file.state in (0, 1, 2) and ${hasBegun("line_file")} and not exists (
  select from line_file other where other.classify_sid = line_file.classify_sid and other.deleted_at is null and other.state in (0, 1, 2) and ${hasBegun("other")}
    and (other.state = 0, other.generated_at, other.file_uuid) > (line_file.state = 0, line_file.generated_at, line_file.file_uuid))`;

interface Candidate {
  fileUuid: string;
  classifySid: string;
  versionUuid: string;
  version: number;
  sourceHash: string | null;
  fileNumber: number | null;
  hasEnded: boolean;
}

/** Looks through the voices of every file that has changed since it was last looked through; answers how many. */
export async function checkVoices(signal?: AbortSignal): Promise<{ rows: number }> {
  const { rows: files } = await sql<Candidate>`
    select line_file.file_uuid, line_file.classify_sid, line_file.version_uuid, line_file.version, k.source_hash, k.file_number, ${hasEnded()} as has_ended
    from line_file join line_classify c on c.classify_sid = line_file.classify_sid and c.deleted_at is null
      join line on line.line_uuid = c.main_uuid and line.deleted_at is null left join (select file_uuid, source_hash, file_number, to_char(checked_at at time zone ${settings().OPERATOR_TIME_ZONE}, 'YYYY-MM-DD') as checked_on from line_file_check) k using (file_uuid)
    where ${isWorkedWith()}`.execute(db());
  const now = await readSources(sql`f.file_uuid = any(${files.map(({ fileUuid }) => fileUuid)})`);
  let checked = 0;
  for (const file of files) {
    signal?.throwIfAborted();
    const sources = now.get(file.fileUuid)?.sources;
    const hash = sources && hashSources(sources);
    if (!hash || (hash === file.sourceHash && file.version === file.fileNumber && !file.hasEnded)) continue;
    await keepCheck(file, hash, await countVoices(file));
    checked += 1;
  }
  return { rows: checked };
}

/** Something that its file or recipe announces has ended since the file was looked through. */
const hasEnded =
  () => sql`exists (select from line_file_node n where (n.file_uuid = line_file.file_uuid or n.version_uuid = line_file.version_uuid)
  and n.extra ->> 'endDate' < ${today()} and n.extra ->> 'endDate' >= k.checked_on)`;

type CheckCounts = VoiceCounts & { errors: number; warnings: number; otherNames: number };
const nothing: CheckCounts = {
  recorded: 0,
  spoken: 0,
  missing: 0,
  tooLong: 0,
  overlapping: 0,
  errors: 0,
  warnings: 0,
  otherNames: 0,
};

/** A variant that no longer has a version in force has nothing to look through. */
async function countVoices(file: Candidate): Promise<CheckCounts> {
  try {
    const content = await readContent(db(), file);
    const heard = countHeard(content.line.directions.flatMap(({ direction }) => heardNodes(content, direction)));
    const { errors, warnings } = await checkFile(content);
    const otherNames = errors.filter(({ otherName }) => otherName).length;
    return { ...heard, errors: errors.length, warnings: warnings.length, otherNames };
  } catch (error) {
    if (error instanceof Problem && error.reason === "field") return nothing;
    throw error;
  }
}

async function keepCheck({ fileUuid, version }: Candidate, sourceHash: string, counts: CheckCounts): Promise<void> {
  const values = { sourceHash, fileNumber: version, ...counts, checkedAt: new Date() };
  await db()
    .insertInto("lineFileCheck")
    .values({ fileUuid, ...values })
    .onConflict((same) => same.column("fileUuid").doUpdateSet(values))
    .execute();
}
