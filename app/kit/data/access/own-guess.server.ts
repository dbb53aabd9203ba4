import { db } from "~/kit/data/db/pool.server";
import { Problem, problem } from "~/kit/ground/problem";
import {
  bookWrongTry,
  delayAfterFailures,
  forgetLoginTries,
  giveBackLoginTry,
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

/** Runs what judges a guess of the viewer at their own secrets: a WrongGuess counts as a failed login from that address, and the fifth ends the session. */
export async function judgeOwnGuess<T>(
  viewer: Viewer,
  address: string,
  path: string,
  judge: () => Promise<T>,
): Promise<T> {
  const counted = await reserveLoginTry(viewer.userAccount, address, { signedIn: true });
  if (!counted) throw problem.field(path, "密码错误次数过多，请 10 分钟后再试，或请管理员解锁");
  try {
    await delayAfterFailures(counted.times);
    const right = await judge();
    await forgetLoginTries(counted);
    return right;
  } catch (error) {
    if (!(error instanceof WrongGuess)) {
      await giveBackLoginTry(counted);
      throw error;
    }
    if (error.event) noteSecurityEvent(viewer, error.event);
    const words = `${error.named}错误次数过多，登录已结束`;
    if (!(await bookWrongTry({ ...viewer, address }, counted, words))) throw error;
    await endSession(viewer.sessionId, "guessed-password");
    throw new SessionEnded(error.path, error.named);
  }
}

interface Asked {
  path: string;
  named?: string;
  event?: SecurityEventKind;
}

/** The hash that the password fits, which makes the session one whose password was given just now; throws WrongGuess where it fits none. */
export async function requireOwnPassword(
  { userId, sessionId }: Viewer,
  password: string,
  { path, named = "密码", event }: Asked,
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

export const judgeOwnPassword = (viewer: Viewer, password: string, address: string, asked: Asked): Promise<string> =>
  judgeOwnGuess(viewer, address, asked.path, () => requireOwnPassword(viewer, password, asked));

/** Takes the viewer's password anew, so that what asks for a fresh one goes on. */
export async function confirmPassword(viewer: Viewer, password: string, address: string): Promise<void> {
  await judgeOwnPassword(viewer, password, address, { path: "userPassword", event: "confirmation-wrong" });
}
