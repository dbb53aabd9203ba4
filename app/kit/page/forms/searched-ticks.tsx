import { fieldValues, errorOf, type Field } from "./field";
import { Finder, LookedFor } from "./finder";
import type { OfferedChoices } from "./picks";
import styles from "./searched-ticks.module.css";

interface Props {
  field: Field;
  label: string;
  /** Those ticked and those just looked for; others that are ticked stay so. */
  offered: OfferedChoices;
  placeholder: string;
}

/** Several of too many to list: boxes to tick, and a search for more that keeps everything typed. */
export function SearchedTicks({ field, label, offered, placeholder }: Props) {
  const { choices } = offered;
  const ticked = new Set(fieldValues(field));
  const unseen = [...ticked].filter((key) => !choices.some(({ value }) => value === key));
  const wrong = errorOf(field);
  return (
    <fieldset className={styles.ticks} id={field.id} aria-describedby={wrong && `${field.id}-error`}>
      <legend>{label}</legend>
      <Finder field={field.name} label={label} keyword={offered.keyword} placeholder={placeholder} leadsTo={field.id} />
      <div data-found={field.name}>
        {choices.length > 0 && (
          <div className={styles.choices}>
            {choices.map((choice) => (
              <label key={choice.value}>
                <input
                  type="checkbox"
                  name={field.name}
                  value={choice.value}
                  defaultChecked={ticked.has(choice.value)}
                />
                {choice.label}
              </label>
            ))}
          </div>
        )}
        {unseen.map((key) => (
          <input key={key} type="hidden" name={field.name} value={key} />
        ))}
        {unseen.length > 0 && <p className="quiet">另有已选的 {unseen.length} 项没有列出。</p>}
        <LookedFor field={field.name} offered={offered} />
      </div>
      {wrong && (
        <p id={`${field.id}-error`} className={styles.wrong}>
          {wrong}
        </p>
      )}
    </fieldset>
  );
}
