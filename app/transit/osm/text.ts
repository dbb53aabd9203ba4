/** Text as names are stored: one form of each character, single blanks. */
export const tidyText = (text = "") => text.normalize("NFKC").replace(/\s+/g, " ").trim();

/** At most so many characters, never half of one. */
export function truncate(text: string, length: number): string {
  return text.length > length
    ? text
        .slice(0, length)
        .replace(/[\ud800-\udbff]$/, "")
        .trim()
    : text;
}
