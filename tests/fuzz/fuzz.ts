import { type Call, readCalls } from "./calls";
import { crawl } from "./crawl";
import { faultsOf, isAccepted } from "./judge";
import { isKey, Known, type Row } from "./known";
import { People, type Who } from "./people";
import { Random } from "./random";
import { callRequest, correctedForm, formRequest, type FuzzRequest, pageRequest, type World } from "./requests";
import { repeatLine, send, type SentRequest, type WireAnswer } from "./wire";

export interface Options {
  url: string;
  password: string;
  seed: number;
  count: number;
  /** This one alone. */
  only?: number;
  /** Paths of the machine that no answer may show. */
  places: string[];
  /** What the records are like; given, requests go one by one, and one that is refused must leave it as it was. */
  state?: () => Promise<string>;
  /** Told now and then how it stands. */
  progress?: (outcome: Outcome) => void;
  /** Told of each fault as it is found. */
  complain: (words: string) => void;
}

/** What a fuzz has found. */
export interface Outcome {
  requests: number;
  /** Pages that were read to fill in their forms, and what was read to know the city. */
  reads: number;
  faults: string[];
  slowestMs: number;
  statuses: Record<string, number>;
  calls: Met;
  forms: Met;
  pages: Met;
  enteredAgain: number;
}

/** What there is, what was met, and what was met and accepted at least once. */
export interface Met {
  all: number;
  met: number;
  accepted: number;
  neverAccepted: string[];
}

const atOnce = 4;
const renewEvery = 2500;

/** Sends `count` requests that follow from the seed and judges each answer. */
export async function fuzz(options: Options): Promise<Outcome> {
  const run = await openFuzz(options);
  if (options.only !== undefined) await run.one(options.only, true);
  else
    for (let from = 1; from <= options.count; from += renewEvery) {
      if (from > 1) await run.renew();
      await run.some(from, Math.min(options.count, from + renewEvery - 1));
      options.progress?.(run.outcome());
    }
  return run.outcome();
}

/** Signs its people in and reads the city; then `some` sends the requests from one number to another. */
export async function openFuzz(options: Omit<Options, "count">): Promise<Run> {
  const run = new Run(options);
  await run.begin();
  return run;
}

class Run {
  private world!: World;
  private readonly met = { calls: new Set<string>(), forms: new Set<string>(), pages: new Set<string>() };
  private readonly accepted = { calls: new Set<string>(), forms: new Set<string>(), pages: new Set<string>() };
  private readonly all = { calls: new Set<string>(), forms: new Set<string>(), pages: new Set<string>() };
  private readonly faults: string[] = [];
  private readonly statuses: Record<string, number> = {};
  private readonly entering = new Map<Who, Promise<void>>();
  /** Where answers have led, such as to an import that was begun. */
  private readonly led = new Set<string>();
  private requests = 0;
  private reads = 0;
  private slowestMs = 0;

  constructor(private readonly options: Omit<Options, "count">) {}

  /** Signs the people in, reads all calls and pages, and finds a body for each call that it takes. */
  async begin(): Promise<void> {
    const { url, password, seed } = this.options;
    const people: People = new People(url, password, (one) => known.learnValue("oldPassword", one));
    const known = new Known(people.spared);
    await people.start();
    const headers = { authorization: people.keysOf("admin")!.token };
    const document = await send(url, { method: "GET", path: "/api/openapi.json", headers });
    const calls = readCalls(document.text);
    this.world = {
      url,
      people,
      known,
      calls,
      site: { pages: new Map(), forms: new Map() },
      taken: new Map(),
      added: new Map(),
      deleted: new Map(),
    };
    for (const { method, path } of calls.calls) this.all.calls.add(`${method} ${path}`);
    await this.readCity();
    for (const turn of [/ist$|ree$|detail|selector|get/i, /add/i, /./]) {
      for (const [nth, call] of calls.calls.entries()) {
        for (let tries = 0; tries < 8 && turn.test(call.path) && !this.world.taken.has(call.path); tries++) {
          if (/logout|changePassword/i.test(call.path)) break;
          if (/delete$/.test(call.path) && !this.world.added.get(call.prefix)?.length) break;
          const made = callRequest(this.world, call, "admin", new Random(seed, -1, nth, tries), true);
          const told = await this.answer(made, `0.${nth}.${tries}`);
          if (made.sent.body && isAccepted(told))
            this.world.taken.set(call.path, [JSON.parse(made.sent.body.toString())]);
        }
      }
    }
  }

  async renew(): Promise<void> {
    this.world.known.forget();
    await this.world.people.enter("planner");
    await this.world.people.enter("viewer");
    await this.readCity();
  }

  /** What lists and pages tell of the city as it is now. */
  private async readCity(): Promise<void> {
    const { people, known, calls, url } = this.world;
    for (const call of calls.calls.filter(({ path }) => /list$|tree$|selector$|info$/i.test(path))) {
      for (const body of [{}, { pageSize: 40 }]) {
        if (call.method === "GET" || (body.pageSize && !/pageList$/.test(call.path))) continue;
        const told = await people.call("admin", call.path, body);
        this.read(told, call.path, call);
        if (isAccepted(told)) known.learn(call.prefix, (JSON.parse(told.text) as { data: unknown }).data);
      }
    }
    this.world.site = await crawl(url, people, known, this.led, (told, path) => this.read(told, path));
    for (const [name, { form }] of this.world.site.forms) if (form.method === "post") this.all.forms.add(name);
    for (const kind of this.world.site.pages.keys()) this.all.pages.add(kind);
  }

  private read(told: WireAnswer, path: string, call?: Call): void {
    this.reads += 1;
    for (const fault of faultsOf(told, call, this.options.places))
      this.tell(`${fault} at ${path}`, `read ${path}`, told);
  }

  async some(from: number, to: number, state = this.options.state): Promise<void> {
    let next = from;
    const work = async () => {
      while (next <= to) await this.one(next++, false, state);
    };
    await Promise.all(Array.from({ length: state ? 1 : atOnce }, work));
  }

  /** Request number `n`: what it is follows from the seed and this number. */
  async one(n: number, aloud: boolean, state = this.options.state): Promise<void> {
    const random = new Random(this.options.seed, n);
    const made = await this.make(n, random);
    if (!made) return;
    const before = await state?.();
    const told = await this.answer(made, String(n));
    if (!isAccepted(told) && before !== (await state?.()))
      this.tell(`refused, and yet changed something at ${made.target}`, `${n}: ${repeatLine(made.sent)}`, told);
    if (aloud)
      this.options.complain(
        `${n}: ${told.status} in ${told.ms} ms, ${made.who}: ${repeatLine(made.sent)}\n${told.text.slice(0, 3000)}`,
      );
    await this.letIn(made, told);
    const isForm = this.all.forms.has(made.target);
    const corrected = isForm && told.status === 422 ? correctedForm(this.world, made, told.text, random) : undefined;
    if (corrected) await this.answer(corrected, `${n}, corrected`);
  }

  private make(n: number, random: Random): FuzzRequest | undefined | Promise<FuzzRequest | undefined> {
    const { calls, site } = this.world;
    const who = random.pick<Who>([
      "admin",
      "admin",
      "admin",
      "admin",
      "admin",
      "admin",
      "planner",
      "planner",
      "viewer",
      "nobody",
    ]);
    const [round, place] = [Math.floor(n / 20), n % 20];
    const turn = <T>(list: T[], of: number, nth: number) => list[(round * of + nth) % list.length]!;
    if (place < 10) return callRequest(this.world, turn(calls.calls, 10, place), who, random);
    if (place < 17) {
      const posts = [...site.forms.values()]
        .map(({ form }) => form)
        .filter(({ name, method }) => method === "post" || !name.startsWith("frame"));
      const form = turn(posts, 7, place - 10);
      this.reads += 1;
      return formRequest(this.world, form.name, who, random);
    }
    return pageRequest(this.world, turn([...site.pages.keys()], 3, place - 17), who, random);
  }

  private async answer(made: FuzzRequest, number: string): Promise<WireAnswer> {
    const told = await send(this.options.url, made.sent);
    this.requests += 1;
    const { call, target, sent } = made;
    const kind = this.all.calls.has(target) ? "calls" : sent.method === "POST" ? "forms" : "pages";
    this.met[kind].add(target);
    if (isAccepted(told)) this.accepted[kind].add(target);
    const to = told.headers.location;
    if (typeof to === "string" && /^\/(?!login|401)/.test(to) && this.led.size < 200) this.led.add(to);
    if (call && /add$/i.test(call.path) && isAccepted(told)) this.keepAdded(call, told);
    if (call && /delete$/i.test(call.path) && isAccepted(told)) this.keepDeleted(call, sent);
    this.slowestMs = Math.max(this.slowestMs, told.ms);
    const code = call ? /"code":(\d+)/.exec(told.text.slice(0, 60))?.[1] : undefined;
    const status = code ? `code ${code}` : String(told.status);
    this.statuses[status] = (this.statuses[status] ?? 0) + 1;
    for (const fault of faultsOf(told, call, this.options.places)) {
      const line = `${fault} at ${target}, seed ${this.options.seed} request ${number} by ${made.who}`;
      this.tell(
        line,
        `${told.status} in ${told.ms} ms, reference ${String(told.headers["x-request-id"])}\n  ${repeatLine(sent)}`,
        told,
      );
    }
    return told;
  }

  private keepDeleted({ prefix }: Call, { body }: SentRequest): void {
    const text = String(body);
    // What was sent packed is not looked into.
    const sent = text.startsWith("{") ? Object.values(JSON.parse(text) as Row).flat() : [];
    this.world.deleted.set(prefix, [...(this.world.deleted.get(prefix) ?? []), ...sent.filter(isKey)].slice(-20));
  }

  private keepAdded({ prefix }: Call, { text }: WireAnswer): void {
    const { data } = JSON.parse(text) as { data: Row | null };
    const rows = this.world.added.get(prefix) ?? [];
    this.world.added.set(prefix, rows);
    if (data && rows.length < 20) rows.push(data);
  }

  private tell(fault: string, more: string, { text }: WireAnswer): void {
    this.faults.push(fault);
    this.options.complain(`${fault}\n  ${more}\n  ${text.slice(0, 300).replace(/\s+/g, " ")}`);
  }

  /** Whoever's session ended, or must change the password, is let in again. */
  private async letIn({ who }: FuzzRequest, { text, headers }: WireAnswer): Promise<void> {
    const isOut =
      /^\/(login|modify-password)\b/.test(String(headers.location ?? "")) ||
      /"code":10(111|200)|请先修改密码/.test(text.slice(0, 200));
    if (who === "nobody" || !isOut) return;
    const under = this.entering.get(who) ?? this.enter(who).finally(() => this.entering.delete(who));
    this.entering.set(who, under);
    await under;
  }

  /** Whom requests keep from coming in stays out until the next turn. */
  private async enter(who: Who): Promise<void> {
    await this.world.people.enter(who).catch((error: unknown) => {
      if (who === "admin") throw error;
      this.options.complain(String(error));
    });
  }

  outcome(): Outcome {
    const met = (kind: "calls" | "forms" | "pages"): Met => ({
      all: this.all[kind].size,
      met: this.met[kind].size,
      accepted: this.accepted[kind].size,
      neverAccepted: [...this.all[kind]].filter((one) => !this.accepted[kind].has(one)),
    });
    const { requests, reads, faults, slowestMs, statuses } = this;
    const kinds = { calls: met("calls"), forms: met("forms"), pages: met("pages") };
    return { requests, reads, faults, slowestMs, statuses, ...kinds, enteredAgain: this.world.people.again };
  }
}
