import { Section } from "~/kit/page/screens";
import type { VersionRow } from "../queries.server";
import { impactOfPublishing } from "../times/impact";
import { periodsOf } from "../version-rows";
import { restoreRefusal } from "../times/periods";
import styles from "./versions.module.css";

interface PublishImpactProps {
  draft: { versionUuid: string | null; versions: VersionRow[]; figures: string[]; today: string };
  validFrom?: string;
  restoreOn?: string;
  /** The days were changed after their effect had been shown. */
  changed: boolean;
}

/** What follows when the draft comes into force on that day; without a day, what to do first. */
export function PublishImpact({ draft, validFrom, restoreOn = "", changed }: PublishImpactProps) {
  if (!validFrom)
    return (
      <Section title="生效的影响">
        <p>{draft.figures.join("；")}。</p>
        <p className="quiet">请先选择生效日期并按“查看影响”，核对之后再使草稿生效。</p>
      </Section>
    );
  const { versions, versionUuid, today } = draft;
  const refusal = restoreOn && restoreRefusal(periodsOf(versions), validFrom, restoreOn);
  const own = versions.find((version) => version.versionUuid === versionUuid)!;
  return (
    <Section title={`${validFrom} 生效的影响`}>
      {changed && (
        <p className="notice warn" role="alert">
          日期改过了，还没有生效。请核对下面的影响，再按“使草稿生效”。
        </p>
      )}
      {refusal && <p className="notice bad">{refusal}</p>}
      <ul className={styles.impact}>
        <li>{draft.figures.join("；")}。</li>
        {impactOfPublishing(versions, own, validFrom, today, refusal ? "" : restoreOn).map((line) => (
          <li key={line}>{line}</li>
        ))}
      </ul>
    </Section>
  );
}
