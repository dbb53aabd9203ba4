import { type RawBuilder, sql } from "kysely";
import { db } from "~/kit/data/db/pool.server";
import { Problem, problem } from "~/kit/ground/problem";
import {
  bookWrongTry,
  delayAfterFailures,
  forgetLoginTries,
  giveBackLoginTry,
  inTurn,
  pairLimit,
  reserveLoginTry,
} from "./login-failures.server";
import { verifyPassword } from "./passwords.server";
import type { SecurityEventKind } from "./security-event-kinds";
import { noteSecurityEvent } from "./security-events.server";
import { endSession } from "./session.server";
import type { Viewer } from "./viewer";

export class SessionEnded extends Problem {
  constructor(path: string, named: string) {
    const words = `${named}错误次数过多，登录已结束，请 10 分钟后重新登录，或请管理员解锁`;
    super("field", words, [{ path, message: words }]);
  }
}

/** What a signed-in person gave to prove who they are, and did not fit. */
export class WrongGuess extends Problem {
  constructor(
    readonly path: string,
    readonly named: string,
    readonly event?: SecurityEventKind,
  ) {
    super("field", `${named}不正确`, [{ path, message: `${named}不正确` }]);
  }
}

/**
 * Runs what judges a guess of the viewer at their own secrets, those of a session one after another so that right ones at once all
 * pass: a WrongGuess counts as a failed login from that address and, from wherever it comes, against the session, which the fifth ends.
 */
export function judgeOwnGuess<T>(viewer: Viewer, address: string, path: string, judge: () => Promise<T>): Promise<T> {
  return inTurn(viewer.sessionId, () => judgeInTurn(viewer, address, path, judge));
}

async function judgeInTurn<T>(viewer: Viewer, address: string, path: string, judge: () => Promise<T>): Promise<T> {
  const counted = await reserveLoginTry(viewer.userAccount, address, { signedIn: true });
  const tooMany = () => problem.field(path, "密码错误次数过多，请 10 分钟后再试，或请管理员解锁");
  if (!counted) throw tooMany();
  const guesses = await reserveGuess(viewer.sessionId);
  if (guesses === undefined) {
    await giveBackLoginTry(counted);
    throw tooMany();
  }
  try {
    await delayAfterFailures(counted.times);
    const right = await judge();
    await Promise.all([forgetLoginTries(counted), setGuesses(viewer.sessionId, sql`0`)]);
    return right;
  } catch (error) {
    if (!(error instanceof WrongGuess)) {
      await Promise.all([giveBackLoginTry(counted), setGuesses(viewer.sessionId, sql`greatest(0, wrong_guesses - 1)`)]);
      throw error;
    }
    if (error.event) noteSecurityEvent(viewer, error.event);
    const words = `${error.named}错误次数过多，登录已结束`;
    const isLastFromThere = await bookWrongTry({ ...viewer, address }, counted, words);
    if (!isLastFromThere && guesses < pairLimit) throw error;
    if (!isLastFromThere) noteSecurityEvent({ ...viewer, address }, "session-ended", words);
    await endSession(viewer.sessionId, "guessed-password");
    throw new SessionEnded(error.path, error.named);
  }
}

/** Counts a guess of a session before it is judged, and answers how many it has made; undefined where it may make none. */
async function reserveGuess(sessionId: string): Promise<number | undefined> {
  const { rows } = await sql<{ wrongGuesses: number }>`
    update session set wrong_guesses = wrong_guesses + 1
    where session_id = ${sessionId} and ended_at is null and wrong_guesses < ${pairLimit} returning wrong_guesses`.execute(
    db(),
  );
  return rows[0]?.wrongGuesses;
}

const setGuesses = (sessionId: string, count: RawBuilder<unknown>) =>
  sql`update session set wrong_guesses = ${count} where session_id = ${sessionId}`.execute(db());

interface GuessPlace {
  path: string;
  named?: string;
  event?: SecurityEventKind;
}

/** The hash that the password fits, which makes the session one whose password was given just now; throws WrongGuess where it fits none. */
export async function requireOwnPassword(
  { userId, sessionId }: Viewer,
  password: string,
  { path, named = "密码", event }: GuessPlace,
): Promise<string> {
  const { passwordHash } = await db()
    .selectFrom("appUser")
    .select("passwordHash")
    .where("userId", "=", userId)
    .executeTakeFirstOrThrow();
  if (!(await verifyPassword(passwordHash, password))) throw new WrongGuess(path, named, event);
  await db().updateTable("session").set({ confirmedAt: new Date() }).where("sessionId", "=", sessionId).execute();
  return passwordHash;
}

export const judgeOwnPassword = (
  viewer: Viewer,
  password: string,
  address: string,
  asked: GuessPlace,
): Promise<string> => judgeOwnGuess(viewer, address, asked.path, () => requireOwnPassword(viewer, password, asked));

/** Takes the viewer's password anew, so that what asks for a fresh one goes on. */
export async function confirmPassword(viewer: Viewer, password: string, address: string): Promise<void> {
  await judgeOwnPassword(viewer, password, address, { path: "userPassword", event: "confirmation-wrong" });
}
