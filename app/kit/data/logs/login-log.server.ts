import { sql } from "kysely";
import { db } from "~/kit/data/db/pool.server";
import { readBrowser } from "~/kit/ground/browser-name";
import { LogBuffer, storable } from "./buffer.server";

interface LoginRow {
  at: number;
  userAccount: string;
  address: string;
  browser: string | null;
  system: string | null;
  result: "success" | "failed";
  why: string;
  sessionId?: string;
  requestId: string;
}

const logins = new LogBuffer<LoginRow>("login_log", (rows) =>
  sql`
    insert into login_log (at, user_account, user_id, user_name, org_id, address, browser, system, result, why, session_id, request_id)
    select to_timestamp(g.at / 1000.0), g."userAccount", u.user_id, u.user_name, u.org_id, g.address, g.browser, g.system, g.result, g.why, g."sessionId", g."requestId"
    from json_to_recordset(${rows}::json) as g (at float8, "userAccount" text, address text, browser text, system text, result text, why text, "sessionId" text, "requestId" text)
      left join app_user u on lower(u.user_account) = lower(g."userAccount") and u.deleted_at is null
    order by g.at`.execute(db()),
);

/** Adds a login to the log: the session it opened, or why it was refused. */
export function noteLogin(
  userAccount: string,
  from: { address: string; userAgent: string | null; requestId: string },
  outcome: { sessionId: string } | { why: string },
): void {
  const { browser, system } = readBrowser(from.userAgent);
  logins.add({
    at: Date.now(),
    userAccount: storable(userAccount.trim(), 64),
    address: from.address,
    browser: browser === null ? null : storable(browser, 100),
    system,
    requestId: from.requestId,
    ...("why" in outcome ? { result: "failed", why: outcome.why } : { result: "success", why: "", ...outcome }),
  });
}
