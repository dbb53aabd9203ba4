import { repeat } from "~/kit/ground/time/repeat.server";
import { advanceTasks } from "./advance.server";

const everySeconds = 5;

/** Moves rollouts on every few seconds, in whichever process comes first; answers what ends it. */
export function startRollouts(): () => Promise<void> {
  return repeat(everySeconds * 1000, "rollouts could not be moved on", advanceTasks).end;
}
