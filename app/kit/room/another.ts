/** What the button of a new record's form sends that leads to the next empty form. */
export const another = { name: "then", value: "another" } as const;
