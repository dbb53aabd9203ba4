export interface NumberedOption {
  value: number;
  label?: string;
}

/** What the numbers of a choice mean, for the description of the calls. */
export const meaningOf = (choices: readonly NumberedOption[]) => ({
  enum: choices.map(({ value }) => value),
  "x-enum-names": choices.map(({ value, label }) => label ?? String(value)),
  description: choices.map(({ value, label }) => (label ? `${value} ${label}` : value)).join("，"),
});
