import { newReads, type SharedReads } from "~/kit/data/db/shared-reads.server";
import { randomUUID } from "node:crypto";
import type { AppLoadContext } from "@remix-run/node";
import { bearerToken, sessionCookie } from "./cookies.server";
import { type Profile, readSession, type SessionState } from "./session.server";
import type { Viewer } from "./viewer";

export interface RequestFacts {
  requestId: string;
  clientAddress: string;
  /** Undefined while the client keeps up with the answer; else settles when it has taken what was written. */
  waitForDrain(): Promise<void> | undefined;
  tellViewer(viewer: Viewer): void;
  viewer?: Viewer;
  profile?: Profile;
  /** Tells the server that somebody who is signed in sends the request, and so may take the long limits; answers why an upload must wait. */
  admit(): string | undefined;
  /** Answered once for all the loaders of a request. */
  session(): Promise<SessionState>;
  /** What a page and the layout around it both read of one source, read once; anew each time where something is changed. */
  readOnce<T>(source: object, key: string, read: () => Promise<T>): Promise<T>;
  /** What its loaders have read, where it changes nothing. */
  reads: SharedReads;
  /** By the clock of `performance`. */
  began: number;
  /** A page with the frame around it is asked for: its session is read together with what the frame shows. */
  framed?: boolean;
  token?: string;
  /** The screen being visited and the levels its tab had, for the session's tabs; set by the frame. */
  visit?: {
    path: string;
    href: string;
    screenTitle: string;
    noCache: boolean;
    before: { href: string; title: string }[];
  };
}

const facts = new WeakMap<object, RequestFacts>();

/** The facts of the request that a load context stands for; the same object for all its loaders. */
export function requestFacts(request: Request, context: AppLoadContext): RequestFacts {
  let known = facts.get(context);
  if (!known) {
    const { requestId, clientAddress, waitForDrain, tellViewer, admit } = context as Partial<RequestFacts>;
    const id = requestId ?? randomUUID();
    let session: Promise<SessionState> | undefined;
    const answers = new WeakMap<object, Map<string, Promise<unknown>>>();
    const isRead = request.method === "GET" || request.method === "HEAD";
    const own: RequestFacts = {
      requestId: id,
      clientAddress: clientAddress ?? "unknown",
      waitForDrain: waitForDrain ?? (() => undefined),
      tellViewer: tellViewer ?? (() => undefined),
      reads: newReads(),
      began: performance.now(),
      admit: admit ?? (() => undefined),
      session: () => (session ??= sessionOf(request, own)),
      readOnce: <T>(source: object, key: string, read: () => Promise<T>) => {
        if (!isRead) return read();
        const byKey = answers.get(source) ?? new Map<string, Promise<unknown>>();
        answers.set(source, byKey);
        if (!byKey.has(key)) byKey.set(key, read());
        return byKey.get(key) as Promise<T>;
      },
    };
    known = own;
    facts.set(context, known);
  }
  return known;
}

async function sessionOf(request: Request, facts: RequestFacts): Promise<SessionState> {
  const token = await sessionCookie.read(request);
  if (!token) return { state: "none" };
  facts.token = token;
  return tellSession(facts, await readSession(token, facts, facts.framed ? new URL(request.url).pathname : undefined));
}

export async function apiSession(request: Request, facts: RequestFacts): Promise<SessionState> {
  const token = bearerToken(request);
  return token ? tellSession(facts, await readSession(token, facts)) : { state: "none" };
}

function tellSession(facts: RequestFacts, session: SessionState): SessionState {
  if (session.state === "live") {
    facts.viewer = session.viewer;
    facts.profile = session.profile;
    facts.tellViewer(session.viewer);
  }
  return session;
}
