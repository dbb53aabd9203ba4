import type { Clip } from "./model";

/** Whether a clip says a stop's name: the same words but for width, case, blanks and 站 behind them, or what a person has said is right. */
export const saysName = ({ text, agreed = [] }: Pick<Clip, "text" | "agreed">, name: string): boolean =>
  name === "" || plainName(text) === plainName(name) || agreed.some((words) => plainName(words) === plainName(name));

/** Words are the same whatever their width, case and blanks. */
export function plainWords(text: string): string {
  return text.normalize("NFKC").toLowerCase().replace(/\s+/g, "");
}

const plainName = (text: string) => plainWords(text).replace(/(?<=.)站$/, "");
