import { randomUUID } from "node:crypto";
import { setImmediate as turn, setTimeout as sleep } from "node:timers/promises";
import { pathToFileURL } from "node:url";
import { createRequestHandler, type ServerBuild } from "@remix-run/node";
import { pool } from "~/kit/data/db/pool.server";
import { settingsTable } from "~/kit/ground/settings.server";
import { handlersByRouteGroup } from "~/kit/page/server/route-groups.server";
import { atEndOfFile } from "./end-of-file";
import { readPage, type Page, type SentForm, type Values } from "./page";

interface Lifecycle {
  prepare(routes: ServerBuild["routes"]): Promise<unknown>;
  shutdown(): Promise<void>;
}
type Build = ServerBuild & { entry: { module: Lifecycle } };

/** The built program, as the server loads it; SERVER_BUILD names another build than the real one. */
export const build = (await import(
  /* @vite-ignore */ pathToFileURL(process.env.SERVER_BUILD ?? "build/server/index.js").href
)) as unknown as Build;
refuseOtherSettings();
const handlerAt = handlersByRouteGroup(build, (group) => createRequestHandler(group, "test"));

const downloads = new Map<Response, string>();

/** A download that nobody reads holds one of the few places, and the next file would be refused. */
atEndOfFile(async () => {
  await build.entry.module.shutdown();
  const unread = [...downloads].filter(([answer]) => answer.body && !answer.bodyUsed).map(([, path]) => path);
  downloads.clear();
  if (unread.length > 0) throw new Error(`downloads that the tests have neither read nor broken off: ${unread.join()}`);
});

export interface AskedPage {
  method?: string;
  headers?: Record<string, string>;
  body?: BodyInit;
}

/** What the API answers. */
export interface Envelope<T = unknown> {
  status: number;
  success: boolean;
  code: number;
  message: string;
  data: T;
  reason?: string;
  errors?: { path: string; message: string; row?: number }[];
  ref?: string;
}

/** A page's answer with what a browser without JavaScript could do next. */
export interface Answer extends Page {
  status: number;
  headers: Headers;
  /** Path and query of a redirect, or undefined. */
  location: string | undefined;
  url: string;
  /** Goes where the answer redirects, as often as it does. */
  follow(): Promise<Answer>;
  /** Sends the page's form (the only or first one in the page's middle, or the one that `form` selects) with all its fields and these changes. */
  submit(changes?: Values, how?: { form?: string; press?: string; files?: Record<string, File> }): Promise<Answer>;
}

/** One browser: its cookies, its address. Starts as a stranger. */
export class Visitor {
  readonly cookies = new Map<string, string>();
  constructor(public address = "192.0.2.1") {}

  async send(path: string, { method = "GET", headers = {}, body }: AskedPage = {}): Promise<Response> {
    const url = new URL(path, "http://127.0.0.1:3000");
    const sent = new Headers({ host: url.host, ...headers });
    if (this.cookies.size > 0 && !sent.has("cookie"))
      sent.set("cookie", [...this.cookies].map(([name, value]) => `${name}=${value}`).join("; "));
    const request = new Request(url, {
      method,
      headers: sent,
      body,
      ...(body instanceof ReadableStream && { duplex: "half" }),
    });
    const answer = await handlerAt(url.pathname)(request, {
      requestId: randomUUID(),
      clientAddress: this.address,
      cspNonce: "nonce",
    });
    for (const line of answer.headers.getSetCookie()) this.keep(line);
    if (answer.headers.has("content-disposition")) downloads.set(answer, path);
    return answer;
  }

  async visit(path: string, asked: AskedPage = {}): Promise<Answer> {
    const raw = await this.send(path, { ...asked, headers: { accept: "text/html", ...asked.headers } });
    const html = await raw.text();
    await quiet();
    const url = new URL(path, "http://127.0.0.1:3000");
    const to = raw.headers.get("location");
    const target = to === null ? undefined : new URL(to, url);
    const page = readPage(html);
    const answer: Answer = {
      ...page,
      status: raw.status,
      headers: raw.headers,
      location: target && (target.host === url.host ? target.pathname + target.search : target.href),
      url: url.pathname + url.search,
      follow: async () => (answer.location === undefined ? answer : (await this.get(answer.location)).follow()),
      submit: (changes = {}, how = {}) => {
        const sent = page.form(how.form, how.press, changes);
        const form = { ...sent, action: sent.action.replace(/#.*/, "") };
        if (form.files.length > 0) return this.postFiles(form.action || answer.url, form, how.files ?? {});
        return form.method === "get"
          ? this.get(`${form.action || url.pathname}?${new URLSearchParams(form.pairs)}`)
          : this.post(form.action || answer.url, form.pairs);
      },
    };
    return answer;
  }

  get(path: string, headers: Record<string, string> = {}): Promise<Answer> {
    return this.visit(path, { headers: { "sec-fetch-site": "same-origin", ...headers } });
  }

  /** A page once it no longer loads itself anew, as it does while a job is at work. */
  async settled(path: string): Promise<Answer> {
    for (;;) {
      const page = await this.get(path);
      if (page.headers.get("refresh") === null) return page;
      await sleep(150);
    }
  }

  /** Posts fields as a form of our own pages does. */
  post(
    path: string,
    fields: Record<string, string> | [string, string][],
    headers: Record<string, string> = {},
  ): Promise<Answer> {
    return this.visit(path, {
      method: "POST",
      headers: { "sec-fetch-site": "same-origin", "content-type": "application/x-www-form-urlencoded", ...headers },
      body: new URLSearchParams(fields).toString(),
    });
  }

  /** Posts fields and files as a form with files does; a file input without one sends an empty one. */
  async postFiles(path: string, form: Pick<SentForm, "files" | "pairs">, files: Record<string, File>): Promise<Answer> {
    const sent = new FormData();
    for (const [name, value] of form.pairs) sent.append(name, value);
    for (const name of form.files) sent.append(name, files[name] ?? new File([], ""));
    for (const name of Object.keys(files))
      if (!form.files.includes(name)) throw new Error(`the form has no control for a file ${name}`);
    const whole = new Response(sent);
    const body = await whole.arrayBuffer();
    const headers = {
      "sec-fetch-site": "same-origin",
      "content-type": whole.headers.get("content-type")!,
      "content-length": String(body.byteLength),
    };
    return this.visit(path, { method: "POST", headers, body });
  }

  /** Signs in through the login page; throws when that is refused. */
  async signIn(userAccount: string, userPassword: string, at = "/login"): Promise<Answer> {
    const answer = await (await this.get(at)).submit({ userAccount, userPassword });
    if (answer.status !== 303 || !this.token)
      throw new Error(`${userAccount} was not let in (${answer.status}): ${answer.text.slice(0, 300)}`);
    return answer;
  }

  /** The session's token, which the API takes too. */
  get token(): string | undefined {
    const value = this.cookies.get("bus_session");
    return value && (JSON.parse(Buffer.from(decodeURIComponent(value), "base64").toString("utf8")) as string);
  }

  /** One API call with this session's token. */
  call<T = unknown>(path: string, body?: unknown, method?: "GET" | "POST"): Promise<Envelope<T>> {
    return api(this.token, this.address).call<T>(path, body, method);
  }

  protected keep(line: string): void {
    const [pair = "", ...attributes] = line.split(";").map((part) => part.trim());
    const [name = "", ...value] = pair.split("=");
    const gone = attributes.some((attribute) => /^max-age=0$/i.test(attribute)) || value.join("=") === "";
    if (gone) this.cookies.delete(name);
    else this.cookies.set(name, value.join("="));
  }
}

/** A stranger with an address of their own, so that wrong passwords of one test do not lock another. */
export function visitor(
  address = `198.51.${Math.floor(Math.random() * 250)}.${Math.floor(Math.random() * 250)}`,
): Visitor {
  return new Visitor(address);
}

/** The API as another program uses it; a call without body and method given is a POST of {}. */
export function api(token?: string, address = "203.0.113.1") {
  const client = new Visitor(address);
  return {
    async call<T = unknown>(path: string, body: unknown = {}, method: "GET" | "POST" = "POST"): Promise<Envelope<T>> {
      const query = method === "GET" && body ? `?${new URLSearchParams(body as Record<string, string>)}` : "";
      const answer = await client.send(path + query, {
        method,
        headers: { "content-type": "application/json", ...(token ? { authorization: token } : {}) },
        ...(method === "POST" && { body: typeof body === "string" ? body : JSON.stringify(body) }),
      });
      await quiet();
      return { status: answer.status, ...((await answer.json()) as Omit<Envelope<T>, "status">) };
    },
  };
}

/** The program of a process reads its settings once, for all its test files. */
function refuseOtherSettings(): void {
  const names = settingsTable.map(({ name }) => name).filter((name) => name !== "DATABASE_URL");
  const given = JSON.stringify(names.map((name) => [name, process.env[name]]));
  const shared = globalThis as typeof globalThis & { __settingsGiven?: string };
  if ((shared.__settingsGiven ??= given) !== given)
    throw new Error("other settings than the program has: set them in vi.hoisted, and the file runs alone");
}

/** What happens after a response (the tab visit, the session's last use) has reached the database. */
async function quiet(): Promise<void> {
  for (let still = 0; still < 3;) {
    await turn();
    const { idleCount, totalCount, waitingCount } = pool();
    const isStill = idleCount === totalCount && waitingCount === 0;
    still = isStill ? still + 1 : 0;
    // Asking again and again would take the core that the database works on.
    if (!isStill) await nextRelease();
  }
}

let releasing: Promise<void> | undefined;
const nextRelease = () =>
  (releasing ??= new Promise<void>((resolve) => {
    const on = pool();
    const done = () => {
      clearTimeout(timer);
      on.off("release", done);
      releasing = undefined;
      resolve();
    };
    const timer = setTimeout(done, 20);
    on.on("release", done);
  }));

const complaints: string[] = [];
const say = console.error;
// React says on the console what a browser would silently repair.
console.error = (...words: unknown[]) =>
  String(words[0]).startsWith("Warning:") ? complaints.push(words.map(String).join(" ")) : say(...words);
atEndOfFile(() => {
  console.error = say;
  const said = complaints.splice(0);
  if (said.length > 0) throw new Error(`React complained:\n${said.slice(0, 3).join("\n")}`);
});
