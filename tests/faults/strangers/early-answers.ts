import { atMost, type Figure, reported } from "../../bench/figure";
import { earlyKinds, tryKinds } from "../../strangers/early-answers";
import { signedIn } from "../../strangers/signed-in";
import type { Program } from "../program";

/** Answers that come before their request's body was read, each followed by another request on the same connection. */
export async function earlyAnswers(program: Program, password: string): Promise<Figure[]> {
  const planner = await signedIn(program.url, "admin", password);
  const nobody = await signedIn(program.url, "nobody", program.printed(/账号 nobody（.*密码 (\S+)/));
  const outcomes = await tryKinds(program.url, earlyKinds({ planner, nobody }));
  const left = (how: string) => outcomes.filter((one) => one.left === how);
  for (const { name, status } of left("dead")) console.error(`dead after ${status ?? "no answer"}: ${name}`);
  return [
    reported("kinds of early answers", outcomes.length, "kinds"),
    reported("connections ended after an early answer", left("closed").length, "connections"),
    atMost("connections left dead by early answers", left("dead").length, 0, "connections"),
  ];
}
