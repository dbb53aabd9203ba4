import { settings } from "~/kit/ground/settings.server";
import type { Viewer } from "./viewer";

/** Thrown by a verb that a person may only do shortly after giving their password: a page asks for it, a call is refused. */
export class StalePassword extends Error {
  constructor(readonly backTo?: string) {
    super(
      `此操作需要最近 ${settings().FRESH_PASSWORD_MINUTES} 分钟内输入过密码，请调用 /api/user/v1.0/confirmPassword 或重新登录后再试`,
    );
    this.name = "StalePassword";
  }
}

type ConfirmedViewer = Pick<Viewer, "confirmedAt">;

/** Throws StalePassword where the viewer's session has not been given its password lately; `backTo` is where the person goes on, if not at the address asked for. */
export function requireFreshPassword(viewer: ConfirmedViewer, backTo?: string): void {
  if (isPasswordStale(viewer)) throw new StalePassword(backTo);
}

export function isPasswordStale({ confirmedAt }: ConfirmedViewer): boolean {
  const minutes = settings().FRESH_PASSWORD_MINUTES;
  return minutes > 0 && confirmedAt !== undefined && confirmedAt < Date.now() - minutes * 60_000;
}
