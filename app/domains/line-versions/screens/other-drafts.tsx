import { draftInWords } from "~/domains/lines/choices";
import type { VersionRow } from "../version-rows";

export interface OtherDraft {
  versionUuid: string;
  words: string;
}

/** The other drafts, and what is in force where that has no draft of its own yet; none where there is nothing to mix up. */
export function otherDrafts(versions: readonly VersionRow[], shown: VersionRow | undefined): OtherDraft[] {
  const drafts = versions.filter(({ standing }) => standing === "draft");
  const others = drafts
    .filter((one) => one !== shown)
    .map(({ versionUuid, plannedFor }) => ({
      versionUuid,
      words: plannedFor ? draftInWords(plannedFor) : "未定日期的草稿",
    }));
  const running = versions.find(
    (one) => one.standing === "effective" && one !== shown && !drafts.some(({ plannedFor }) => plannedFor === null),
  );
  return running && shown?.standing === "draft"
    ? [...others, { versionUuid: running.versionUuid, words: `从生效中的版本另开一份草稿` }]
    : others;
}

/** Links to the others, so that nobody edits one draft for another. */
export function OtherDrafts({
  drafts,
  hrefOf,
}: {
  drafts: readonly OtherDraft[];
  hrefOf: (versionUuid: string) => string;
}) {
  if (drafts.length === 0) return null;
  return (
    <p className="quiet">
      另可编辑：
      {drafts.map(({ versionUuid, words }, at) => (
        <span key={versionUuid}>
          {at > 0 && "；"}
          <a href={hrefOf(versionUuid)}>{words}</a>
        </span>
      ))}
    </p>
  );
}
