import type { Chance } from "./chance";
import type { Transport } from "./transport";

/** Shares from 0 to 1 of what goes wrong on purpose. */
export interface Misbehaviour {
  /** What is said does not arrive, or its answer is lost. */
  drop: number;
  duplicate: number;
  /** Said only after what comes next. */
  reorder: number;
  /** Reports versions that it does not have. */
  lie: number;
  /** Stops in the middle of a download; the next time it goes on there. */
  stop: number;
  /** Says another checksum than it has. */
  wrongCrc: number;
}

export const wellBehaved: Misbehaviour = { drop: 0, duplicate: 0, reorder: 0, lie: 0, stop: 0, wrongCrc: 0 };

/** The same transport over a bad line. */
export function badLine(transport: Transport, { drop, duplicate, reorder }: Misbehaviour, chance: Chance): Transport {
  let held: (() => Promise<unknown>)[] = [];
  const say = async <T>(send: () => Promise<T>): Promise<T> => {
    const late = held;
    held = [];
    if (chance() < drop / 2) throw new Error("丢失：没有发出");
    const answer = await send();
    if (chance() < duplicate) await send();
    for (const one of late) await one().catch(() => undefined);
    if (chance() < drop / 2) throw new Error("丢失：没有收到回答");
    return answer;
  };
  const sayLater = async (send: () => Promise<void>): Promise<void> => {
    if (chance() < reorder) held.push(send);
    else await say(send);
  };
  return {
    poll: (asked) => say(() => transport.poll(asked)),
    download: (...asked) => transport.download(...asked),
    progress: (sent) => sayLater(() => transport.progress(sent)),
    result: (sent) => sayLater(() => transport.result(sent)),
  };
}
