import type { Choice } from "./field";

/** The options of a select, each group where its first choice stands. */
export function GroupedOptions({ choices }: { choices: readonly Choice[] }) {
  return [...new Set(choices.map(({ group }) => group))].map((group) => {
    const options = choices
      .filter((choice) => choice.group === group)
      .map(({ value, label, disabled }) => (
        <option key={value} value={value} disabled={disabled}>
          {label}
        </option>
      ));
    return group === undefined ? (
      options
    ) : (
      <optgroup key={group} label={group}>
        {options}
      </optgroup>
    );
  });
}
