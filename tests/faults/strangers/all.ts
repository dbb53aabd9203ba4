import type { Figure } from "../../bench/figure";
import type { Program } from "../program";
import { captchas } from "./captchas";
import { earlyAnswers } from "./early-answers";
import { files } from "./files";
import { guesses } from "./guesses";
import { packed } from "./packed";
import { slowSockets } from "./slow-sockets";

/** What strangers try on a running program: one file for each group of figures, named here. */
const groups: ((program: Program, password: string) => Promise<Figure[]>)[] = [
  earlyAnswers,
  packed,
  slowSockets,
  // Leaves this machine's address locked.
  guesses,
  captchas,
  files,
];

export async function strangers(program: Program, password: string): Promise<Figure[]> {
  const figures: Figure[] = [];
  for (const group of groups) figures.push(...(await group(program, password)));
  return figures;
}
