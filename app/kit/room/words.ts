interface Option {
  value: number | string;
  label: string;
}

/** What people call a field, and how its values read: numbered choices, bits of them, a unit, or words of its own. */
export type FieldWord =
  | string
  | {
      label: string;
      choices?: readonly Option[];
      bits?: readonly { value: number; label: string }[];
      unit?: string;
      say?: (value: never, names: Names) => string;
    };

export type Names = Readonly<Record<string, string>>;

export interface FieldWords {
  /** In the order of the declaration. */
  labels: Record<string, string>;
  /** A field's value in words: （空）, 是 or 否, a choice's label; a key by its name in `names`. */
  show(name: string, value: unknown, names?: Names): string;
}

/** Declares once what a room's fields are called and how their values read, for forms, details, histories and conflicts. */
export function fieldWords(declared: Record<string, FieldWord>): FieldWords {
  const labels = Object.fromEntries(
    Object.entries(declared).map(([name, word]) => [name, typeof word === "string" ? word : word.label]),
  );
  return { labels, show: (name, value, names = {}) => inWords(declared[name] ?? name, value, names) || nothing };
}

export function factsOf<Row extends object>(
  words: FieldWords,
  row: Row,
  fields: readonly Extract<keyof Row, string>[],
  { names, wide }: { names?: Names; wide?: boolean } = {},
) {
  return fields.map((name) => {
    const said = words.show(name, row[name], names);
    return { label: words.labels[name] ?? name, value: said === nothing ? null : said, wide };
  });
}

/** How histories name a picture, which is gone once another has taken its place: by the end of its key. */
export const pictureInWords = (key: string) => `图片 ${key.slice(-6)}`;

const nothing = "（空）";

const isEmpty = (value: unknown) =>
  value === null || value === undefined || value === "" || (Array.isArray(value) && value.length === 0);

function inWords(word: FieldWord, value: unknown, names: Names): string {
  if (isEmpty(value)) return "";
  const { choices, bits, unit, say } = typeof word === "string" ? ({} as Exclude<FieldWord, string>) : word;
  if (say) return say(value as never, names);
  if (bits)
    return bits
      .filter((bit) => Number(value) & bit.value)
      .map(({ label }) => label)
      .join("、");
  if (Array.isArray(value)) return value.map((one) => inWords(word, one, names)).join("、");
  if (choices) return choices.find((choice) => String(choice.value) === String(value))?.label ?? String(value);
  if (typeof value === "boolean") return value ? "是" : "否";
  const plain = typeof value === "object" ? JSON.stringify(value) : titleOf(String(value), names);
  return unit ? `${plain} ${unit}` : plain;
}

/** A text may be called like what every object has. */
const titleOf = (text: string, names: Names) => (Object.hasOwn(names, text) ? names[text]! : text);
