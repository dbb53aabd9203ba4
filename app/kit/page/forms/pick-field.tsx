import { fieldValue } from "./field";
import { ChoiceField, type ChoiceFieldProps } from "./fields";
import { Finder, LookedFor } from "./finder";
import styles from "./finder.module.css";
import { notTheirs, type OfferedChoices } from "./picks";

interface PickFieldProps extends Omit<ChoiceFieldProps, "choices" | "steps" | "follows"> {
  offered: OfferedChoices;
  placeholder: string;
}

/** One of too many to list: the one chosen and those found by a search, in a select; where there are few, all of them and no search. */
export function PickField({ offered, placeholder, ...props }: PickFieldProps) {
  const { id, name } = props.field;
  const value = fieldValue(props.field);
  const known = !value || offered.choices.some((choice) => choice.value === value);
  const choices = known ? offered.choices : [{ value, label: notTheirs }, ...offered.choices];
  return (
    <ChoiceField
      {...props}
      choices={choices}
      around={(select) => (
        <span className={styles.pick}>
          <span data-found={name}>
            {select}
            <LookedFor field={name} offered={offered} />
          </span>
          {!offered.all && (
            <Finder field={name} label={props.label} keyword={offered.keyword} placeholder={placeholder} leadsTo={id} />
          )}
        </span>
      )}
    />
  );
}
