import { allShown, errorOf, type Choice, type Field } from "./field";
import styles from "./searched-ticks.module.css";

interface Props {
  field: Field;
  label: string;
  /** Those ticked and those just looked for; others that are ticked stay so. */
  choices: readonly Choice[];
  placeholder: string;
}

/** Several of too many to list: boxes to tick, and a search for more that keeps everything typed; its post is read by `searchIn`. */
export function SearchedTicks({ field, label, choices, placeholder }: Props) {
  const ticked = new Set(allShown(field));
  const unseen = [...ticked].filter((key) => !choices.some(({ value }) => value === key));
  const wrong = errorOf(field);
  return (
    <fieldset className={styles.ticks} aria-describedby={wrong && `${field.id}-error`}>
      <legend>{label}</legend>
      <div className={styles.find}>
        <input name="findKeyword" placeholder={placeholder} aria-label={`查找${label}`} maxLength={64} autoComplete="off" />
        <button className="button" name="find" value={field.name} formNoValidate>
          查找
        </button>
      </div>
      {choices.length === 0 && <p className="quiet">没有找到，请换一个词查找。</p>}
      {choices.length > 0 && (
        <div className={styles.choices}>
          {choices.map((choice) => (
            <label key={choice.value}>
              <input type="checkbox" name={field.name} value={choice.value} defaultChecked={ticked.has(choice.value)} />
              {choice.label}
            </label>
          ))}
        </div>
      )}
      {unseen.map((key) => <input key={key} type="hidden" name={field.name} value={key} />)}
      {unseen.length > 0 && <p className="quiet">另有已选的 {unseen.length} 项没有列出。</p>}
      {wrong && <p id={`${field.id}-error`} className={styles.wrong}>{wrong}</p>}
    </fieldset>
  );
}

/** Stands first in a form with other buttons: Enter in a field presses a form's first button, and this one saves. */
export const SavesOnEnter = () => <button hidden />;

/** The search that a form's post asks for instead of saving: in which field, for what, and what is ticked there. */
export function searchIn(form: FormData): { field: string; keyword: string; ticked: string[] } | null {
  const field = form.get("find");
  if (typeof field !== "string" || !field) return null;
  return { field, keyword: String(form.get("findKeyword") ?? "").trim().slice(0, 64), ticked: form.getAll(field).map(String) };
}
