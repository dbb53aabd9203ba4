import { memo, useEffect, useState } from "react";
import type { TypedRow } from "~/domains/line-versions/sequence/sequence-form";
import { callsOf, type KnownPlace, type Plan } from "./model";
import { formatVersions } from "./station-versions";
import { type LineFault, type PathText, planOf, textLabels, textOf } from "./plan-text";
import styles from "./map-editor.module.css";

interface FormPartsProps {
  plan: Plan;
  /** The text as it stood on the page, while nothing has been changed. */
  original: PathText | null;
  known: readonly KnownPlace[];
  mayMove: boolean;
  onTyped: (plan: Plan) => void;
}

const fields = ["path", "vias", "freeHand", "moves"] as const;

/** The form's fields as the plan fills them; the text may be typed into as well. Written anew with the plan only, not while something is dragged. */
export const FormParts = memo(
  FormFields,
  (before, after) => before.plan === after.plan && before.original === after.original,
);

function FormFields({ plan, original, known, mayMove, onTyped }: FormPartsProps) {
  const text = original ?? textOf(plan);
  const [typed, setTyped] = useState<Partial<PathText>>({});
  const [faults, setFaults] = useState<LineFault[]>([]);
  useEffect(() => (setTyped({}), setFaults([])), [plan]);
  const calls = callsOf(plan);
  const rows = calls.map(({ row }) => row);
  const places = calls.map(({ station }) => station);
  const take = () => {
    if (fields.every((field) => typed[field] === undefined || typed[field] === text[field])) return setFaults([]);
    const read = planOf(plan.direction, rows, { ...text, ...typed }, byKey([...known, ...places]));
    setFaults(read.errors);
    if (read.plan) onTyped(read.plan);
  };
  return (
    <>
      {mayMove && (
        <input type="hidden" name="map.seen" value={formatVersions(byKey([...places, ...known]).values())} readOnly />
      )}
      <RowFields rows={rows} />
      <details className={styles.texts}>
        <summary>坐标文本{faults.length > 0 ? "（有误）" : ""}</summary>
        {faults.length > 0 && (
          <ul role="alert" className="notice bad">
            {faults.map(({ field, line, message }, at) => (
              <li key={at}>{`${textLabels[field]}${line > 0 ? `第 ${line} 行` : ""}：${message}`}</li>
            ))}
          </ul>
        )}
        <div className={styles.textGrid}>
          {fields.map((field) => (
            <label key={field} hidden={field === "moves" && !mayMove}>
              {textLabels[field]}
              <textarea
                name={`map.${field}`}
                rows={8}
                value={typed[field] ?? text[field]}
                spellCheck={false}
                autoComplete="off"
                onChange={(event) => setTyped({ ...typed, [field]: event.target.value })}
                onBlur={take}
              />
            </label>
          ))}
        </div>
      </details>
    </>
  );
}

const byKey = (places: readonly KnownPlace[]) => new Map(places.map((place) => [place.staUuid, place]));

const RowFields = memo(
  ({ rows }: { rows: readonly TypedRow[] }) => (
    <>
      {rows.map((row, at) =>
        Object.entries(row).map(
          ([name, value]) =>
            value !== undefined && (
              <input key={`${at}${name}`} type="hidden" name={`rows[${at}].${name}`} value={value} readOnly />
            ),
        ),
      )}
    </>
  ),
  (before, after) => before.rows.length === after.rows.length && before.rows.every((row, at) => row === after.rows[at]),
);
