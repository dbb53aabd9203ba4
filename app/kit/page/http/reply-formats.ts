import { eachField } from "./name-fields";

type Json = Record<string, unknown>;

/** Texts of replies that are a moment or a day, by the names of their fields; what is written for people to read has other names. */
const kinds = [
  {
    format: "date-time",
    names:
      /[a-z]At$|^(at|deadline|download(Start|End)|(start|begin|end|create|notice|result|firstConnect|lastConnect)Time)$/,
    shape: /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?(Z|[+-]\d\d:\d\d)$/,
  },
  {
    format: "date",
    names: /[a-z](Date|Expire)$|^(valid(From|To)|plannedFor|nextChange|birthday|day|date)$/,
    shape: /^\d{4}-\d\d-\d\d$/,
  },
];

const kindOf = (name: string) => kinds.find(({ names }) => names.test(name));

/** Says in a description of a reply which of its texts are moments and days. */
export const nameFormats = (reply: unknown): void => eachField(reply, nameFormat);

function nameFormat(name: string, field: Json): void {
  const kind = kindOf(name);
  for (const one of kind ? [field, ...((field.anyOf as Json[] | undefined) ?? [])] : [])
    if ([one.type].flat().includes("string") && one.enum === undefined) one.format ??= kind!.format;
}

/** Where an answer has something else in a field whose name says a moment or a day; what people have named, in `extra`, is theirs. */
export function* findMisformatted(answer: unknown, at = ""): Generator<string> {
  if (typeof answer !== "object" || answer === null) return;
  for (const [name, value] of Object.entries(answer)) {
    const where = at ? `${at}.${name}` : name;
    const kind = typeof value === "string" ? kindOf(name) : undefined;
    if (kind && !kind.shape.test(value as string)) yield `${where}: no ${kind.format}`;
    if (name !== "extra") yield* findMisformatted(value, where);
  }
}
