/** A sent name without folders, control characters, marks that turn the writing round, and halves of characters; at most 255 long, its ending kept. */
export function cleanFileName(sent: string): string {
  const last = sent.replaceAll("\\", "/").split("/").at(-1)!;
  const plain = last
    .replace(/[\p{Cc}\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069\ufeff\ufff9-\ufffb]|\p{Surrogate}/gu, "")
    .trim();
  if (plain.length <= most) return plain;
  const [ending = ""] = /\.[^.]{1,16}$/u.exec(plain) ?? [];
  return plain.slice(0, most - ending.length).replace(/\p{Surrogate}$/u, "") + ending;
}

const most = 255;
