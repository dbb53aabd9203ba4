import { NamedLink } from "~/kit/page/screens/named-link";
import styles from "./buses.module.css";
import type { Preset } from "./work-forms";

export function PresetList({ presets }: { presets: readonly Preset[] }) {
  if (presets.length === 0) return <p className="quiet">还没有预设人员。</p>;
  return (
    <ol className={styles.list}>
      {presets.map((preset) => (
        <li key={preset.personUuid}>
          <PersonLink preset={preset} />
          <span className="quiet">{preset.postName}</span>
          <Warnings preset={preset} />
        </li>
      ))}
    </ol>
  );
}

export const PersonLink = ({ preset: { personUuid, name, jobNumber } }: { preset: Preset }) => (
  <NamedLink href={`/personnel/personnel-management/${personUuid}`} name={name} more={jobNumber} />
);

export function Warnings({ preset }: { preset: Preset }) {
  return preset.warnings.map((warning) => (
    <span key={warning} className={styles.mark} data-tone="warn">
      {warning}
    </span>
  ));
}
