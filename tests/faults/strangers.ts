import type { Figure } from "../bench/figure";
import { earlyAnswers } from "./early-answers";
import type { Program } from "./program";
import { slowSockets } from "./slow-sockets";

/** What people without a session, or with little right, can do to the others. */
export async function strangers(program: Program, password: string): Promise<Figure[]> {
  return [...(await earlyAnswers(program, password)), ...(await slowSockets(program, password))];
}
