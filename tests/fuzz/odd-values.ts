import { Random } from "./random";

/** Stands in a body for text that JSON.stringify would not write; see `writeJson`. */
export const raw = (text: string) => `@raw(${text})@`;

/** JSON in which `raw` values stand as they are. */
export function writeJson(value: unknown): string {
  return JSON.stringify(value)?.replace(/"@raw\((.*?)\)@"/g, (_, text: string) => JSON.parse(`"${text}"`) as string);
}

const words = [
  "",
  " ",
  "\u3000",
  "\t",
  "\r\n",
  "a\nb",
  " 前后空格 ",
  "\u0000",
  "a\u0000b",
  "\u0001",
  "\u001b[31m",
  "\u007f",
  "\ud800",
  "a\udc00",
  "\ufffe",
  "\uffff",
  "\ufeff文",
  "\u202e倒过来",
  "עברית",
  "零\u200b宽\u200d度",
  "e\u0301",
  "\u0301",
  "👨‍👩‍👧‍👦",
  "𠮷野家",
  "😀",
  "ﷺ",
  "ß",
  "İ",
  "ǆ",
  "１２３",
  "١٢٣",
  "①",
  "\u2028",
  "\u00ad",
  "' or '1'='1",
  "'; drop table station; --",
  "%",
  "_",
  "%_%",
  "\\",
  "\\'",
  '"',
  "$1",
  ":a",
  "?",
  "a,b;c|d",
  "{1,2}",
  "<script>alert(1)</script>",
  '"><img src=x onerror=alert(1)>',
  "</textarea>",
  "&lt;",
  "{{7*7}}",
  "${7*7}",
  "%s%n",
  "../../etc/passwd",
  "..\\..\\x",
  "/",
  "//evil.example",
  "file:///etc/hosts",
  "javascript:alert(1)",
  "http://[",
  "CON",
  "=1+1",
  "+1",
  "@SUM(A1)",
  "-1",
  "\t=1",
  '=HYPERLINK("x")',
  "__proto__",
  "constructor",
  "toString",
  "hasOwnProperty",
  "null",
  "undefined",
  "NaN",
  "Infinity",
  "-Infinity",
  "-0",
  "1e308",
  "1e999",
  "0x10",
  "1_000",
  "1,5",
  "true",
  "on",
  "[]",
  "{}",
  "[1,2",
  '{"a":1}',
  "[object Object]",
  "0000-01-01",
  "0001-01-01",
  "9999-12-31",
  "2026-02-30",
  "2026-13-01",
  "0000-00-00",
  "-0001-01-01",
  "10000-01-01",
  "2026-1-1",
  "infinity",
  "-infinity",
  "epoch",
  "now",
  "2026-02-29",
  "24:00",
  "23:59:60",
  "99:99",
  "2026-01-01T00:00:00Z",
  "2026-01-01 00:00:00+99",
  "0".repeat(32),
  "f".repeat(32),
  "F".repeat(32),
  "00000000-0000-0000-0000-000000000000",
  "1;2",
  "1 2",
  "a".repeat(20_000),
  "字".repeat(3000),
];

const numbers = [
  0,
  -1,
  1,
  0.1,
  -0.5,
  1e-7,
  5e-324,
  1e21,
  1e308,
  -1e308,
  2 ** 31 - 1,
  2 ** 31,
  -(2 ** 31) - 1,
  2 ** 53,
  2 ** 63,
  32_767,
  32_768,
  65_536,
  180,
  180.0000001,
  -90.0001,
  0.1 + 0.2,
  1.0000001,
  255,
  256,
  500,
  501,
  5001,
];

const others: unknown[] = [
  null,
  true,
  false,
  [],
  {},
  [[]],
  [null],
  [{}],
  { length: 5 },
  { $gt: "" },
  { toString: 1 },
  { then: 1 },
  raw("-0"),
  raw("1e999"),
  raw("-1e999"),
  raw("1E400"),
  raw("123456789012345678901234567890"),
  raw('{\\"__proto__\\":{\\"isSuper\\":true}}'),
  raw('{\\"a\\":1,\\"a\\":2}'),
  raw('\\"\\\\ud800\\"'),
];

/** A text that nobody means to type; often one just at or beyond `most` characters. */
export function oddText(random: Random, most?: number): string {
  if (most === undefined || !random.isTrue(0.3)) return random.pick(words);
  return random
    .pick(["a", "字", "😀", "1", "e\u0301"])
    .repeat(Math.min(random.pick([most, most + 1, most * 2]), 100_000));
}

export function oddNumber(random: Random): number {
  return random.pick(numbers);
}

/** A value of any kind. */
export function oddValue(random: Random): unknown {
  const kind = random.next();
  if (kind < 0.4) return oddText(random);
  if (kind < 0.65) return random.isTrue(0.2) ? String(oddNumber(random)) : oddNumber(random);
  if (kind < 0.93) return structuredClone(random.pick(others));
  if (kind < 0.96) return nested(random.pick([40, 1000]));
  return Array.from({ length: random.pick([2, 501, 6000]) }, (_, place) => place);
}

function nested(depth: number): unknown {
  let value: unknown = 1;
  for (let level = 0; level < depth; level++) value = level % 2 ? [value] : { value };
  return value;
}
