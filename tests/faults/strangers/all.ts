import type { Figure } from "../../bench/figure";
import type { Program } from "../program";
import { captchas } from "./captchas";
import { guesses } from "./guesses";

/** What strangers try on a running program: one file for each group of figures, named here. */
const groups: ((program: Program, password: string) => Promise<Figure[]>)[] = [guesses, captchas];

export async function strangers(program: Program, password: string): Promise<Figure[]> {
  const figures: Figure[] = [];
  for (const group of groups) figures.push(...(await group(program, password)));
  return figures;
}
