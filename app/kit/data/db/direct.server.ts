import type pg from "pg";
import { settings } from "~/kit/ground/settings.server";

/** Whether DATABASE_URL leads through a pooler that lends a connection for one transaction: nothing may be kept on it between two. */
export const isPooled = () => settings().DATABASE_DIRECT_URL !== undefined;

/** A connection to the server itself, for what holds locks or waits longer than a page; `url` where nothing stands between. */
export const directConnection = (url: string): pg.ClientConfig => ({
  connectionString: settings().DATABASE_DIRECT_URL ?? url,
  // What the role has for pages does not hold here.
  options: "-c statement_timeout=0 -c lock_timeout=0 -c idle_in_transaction_session_timeout=0",
});

/** How long a statement, a lock and an idle transaction may take, as settings of the server by their names. */
export const timeLimits = (): Record<string, string> => ({
  statement_timeout: String(settings().STATEMENT_TIMEOUT_MS),
  lock_timeout: "10000",
  idle_in_transaction_session_timeout: "60000",
  timezone: "UTC",
});
