import styles from "./finder.module.css";
import { boxOf, foundInWords, lookedForOf, type OfferedChoices } from "./picks";

interface FinderProps {
  field: string;
  label: string;
  keyword: string;
  placeholder: string;
  /** The id of what the search fills; without JavaScript the page comes back there. */
  leadsTo: string;
}

/** A box to search with for what a field offers: without JavaScript its button posts the form, with it the choices change as one types. */
export function Finder({ field, label, keyword, placeholder, leadsTo }: FinderProps) {
  return (
    <span className={styles.find}>
      <FindBox field={field} label={label} keyword={keyword} placeholder={placeholder} />
      <button className="button" name="find" value={field} formAction={`#${leadsTo}`} formNoValidate>
        查找
      </button>
    </span>
  );
}

export function FindBox({ field, label, keyword, placeholder }: Omit<FinderProps, "leadsTo">) {
  return (
    <input
      type="search"
      name={boxOf(field)}
      defaultValue={keyword}
      data-finds={field}
      placeholder={placeholder}
      aria-label={`查找${label}`}
      maxLength={64}
      autoComplete="off"
    />
  );
}

/** Stands with what was found, so that both change together. */
export function LookedFor({ field, offered }: { field: string; offered: OfferedChoices }) {
  return (
    <>
      <input type="hidden" name={lookedForOf(field)} value={offered.keyword} />
      {offered.keyword && (
        <span className={styles.found} role="status">
          {foundInWords(offered)}
        </span>
      )}
    </>
  );
}
