import { isDeepStrictEqual } from "node:util";

type Values = Record<string, unknown>;

/** What the audit finds a change by, as `changed_values` of the database has it: values taken away and put in, whole and in small letters; no keys, no ID cards, no long lists. */
export function changedValues(before: Values | null = null, after: Values | null = null): string[] {
  const found = new Set<string>();
  const [was, now] = [before ?? {}, after ?? {}];
  for (const name in was) if (name !== "idCard") compare(was[name], now[name]);
  for (const name in now) if (name !== "idCard" && was[name] === undefined) compare(undefined, now[name]);
  return [...found];

  function compare(one: unknown, other: unknown): void {
    if (one === other) return;
    const [old, fresh] = [asKept(one), asKept(other)];
    if (isDeepStrictEqual(old, fresh)) return;
    add(old);
    add(fresh);
  }

  function add(value: unknown): void {
    if (!Array.isArray(value)) return addPiece(value);
    if (value.length <= 64) value.forEach(addPiece);
  }

  function addPiece(piece: unknown): void {
    const text = typeof piece === "string" ? piece : typeof piece === "number" ? numeral(piece) : "";
    if (text !== "" && !key.test(text)) found.add(begin(text).toLowerCase());
  }
}

const key = /^[0-9a-f]{32}$/;

const asKept = (value: unknown): unknown =>
  typeof value === "object" && value !== null ? (JSON.parse(JSON.stringify(value) ?? "null") as unknown) : value;

/** The first hundred letters, not halves of them. */
const begin = (text: string) => (text.length <= 100 ? text : [...text].slice(0, 100).join(""));

/** A number as the database writes it, never with a power of ten. */
function numeral(number: number): string {
  const text = JSON.stringify(number);
  const found = /^(-?)(\d)(?:\.(\d+))?e([+-]\d+)$/.exec(text);
  if (!found) return text === "null" ? "" : text;
  const [, sign, whole, part = "", power] = found;
  const point = 1 + Number(power);
  const digits = whole! + part;
  return sign! + (point > 0 ? digits.padEnd(point, "0") : `0.${"0".repeat(-point)}${digits}`);
}
