import iconv from "iconv-lite";

/** A text as GBK; a character that GBK lacks becomes a □, which is seen, and not a question mark, which could be meant. */
export function gbk(text: string): Buffer {
  const writable = text.replace(/[^\x00-\x7f]/gu, (letter) => (known().has(letter) ? letter : "□"));
  return iconv.encode(writable, "gbk");
}

/** The letters of a text that GBK lacks, each once. */
export const lettersBeyondGbk = (text: string): string[] => [
  ...new Set([...text].filter((letter) => letter > "\x7f" && !known().has(letter))),
];

let letters: Set<string> | undefined;

function known(): Set<string> {
  if (letters) return letters;
  const pairs: number[] = [];
  for (let lead = 0x81; lead <= 0xfe; lead++)
    for (let trail = 0x40; trail <= 0xfe; trail++) if (trail !== 0x7f) pairs.push(lead, trail);
  letters = new Set(iconv.decode(Buffer.from(pairs), "gbk"));
  letters.delete("\ufffd");
  return letters.add("€");
}
