import { type Call, type Calls, mutateBody, packJson, packOddly, queryOf, validBody, waysOf } from "./calls";
import { namesSpared, type Site } from "./crawl";
import { fillForm, mutatePairs } from "./form-values";
import { type Form, readForms } from "./forms";
import { isKey, type Known, type Row } from "./known";
import { oddText } from "./odd-values";
import { packForm, packFormOddly } from "./pack-form";
import type { People, Who } from "./people";
import type { Random } from "./random";
import { send, type SentRequest } from "./wire";

/** All that requests are made of. */
export interface World {
  url: string;
  people: People;
  known: Known;
  calls: Calls;
  site: Site;
  /** Bodies that calls have taken. */
  taken: Map<string, unknown[]>;
  /** Records that calls have added, by the prefix of the call: nothing holds on to them. */
  added: Map<string, Row[]>;
  /** Keys of records that calls have deleted, by the prefix of the call. */
  deleted: Map<string, string[]>;
}

/** A request with what it is meant for. */
export interface FuzzRequest {
  who: Who;
  /** The call, the form or the kind of page. */
  target: string;
  call?: Call;
  sent: SentRequest;
}

/** Strangers and whoever sends passwords come from addresses of their own, so that the limits of one address do not end the fuzz. */
const origin = (who: Who, target: string, random: Random) =>
  who === "nobody" || /login|password/i.test(target)
    ? { from: `127.0.${random.whole(1, 200)}.${random.whole(1, 250)}` }
    : {};

/** Wrong passwords lock an account, and nothing goes on without the administrator's. */
const whoFor = (target: string, who: Who): Who => (who === "admin" && /password/i.test(target) ? "planner" : who);

export function callRequest(world: World, call: Call, by: Who, random: Random, valid = false): FuzzRequest {
  const who = whoFor(call.path, by);
  const { people, known, calls, taken } = world;
  const before = taken.get(call.path) ?? [];
  const source = { random, known, named: calls.named };
  const gone = /restore$/i.test(call.path) && random.isTrue(0.35) ? world.deleted.get(call.prefix)?.pop() : undefined;
  const body = gone
    ? { ids: [gone] }
    : before.length > 0 && random.isTrue(0.4)
      ? random.pick(before)
      : validBody(call, source);
  const how = valid ? 0 : random.next();
  const own = /delete$/i.test(call.path) && random.isTrue(0.7) ? ownRecord(world, call) : undefined;
  if (own) Object.assign(body as Row, { ids: undefined, ...own });
  const value = how < 0.22 ? body : mutateBody(body, call.request, { random, known });
  sparePeople(body);
  sparePeople(value);
  const { headers, body: bytes } = how < 0.92 ? packJson(value) : packOddly(body, random);
  const isOddLine = how > 0.97;
  const token = people.keysOf(who)?.token;
  const authorization =
    token && (isOddLine && random.isTrue(0.3) ? random.pick([`Bearer ${token}`, `${token}x`, "Basic YTpi"]) : token);
  const method =
    isOddLine && random.isTrue(0.3)
      ? random.pick(["PUT", "DELETE", "PATCH", "OPTIONS", "HEAD", "GET", "POST"])
      : call.method;
  const path = isOddLine ? oddPath(call.path, random) : call.path;
  const isRead = method === "GET" || method === "HEAD";
  const sent = {
    method,
    path: isRead ? path + queryOf(value) : path,
    headers: { ...headers, ...(authorization && { authorization }) },
    ...(!isRead && { body: bytes }),
    ...origin(who, call.path, random),
  };
  return {
    who,
    target: `${call.method} ${call.path}`,
    call: path === call.path && method === call.method ? call : undefined,
    sent,
  };
}

/** A role that wants a second factor shuts out the people of the fuzz, too. */
function sparePeople(body: unknown): void {
  if (typeof body !== "object" || body === null) return;
  const row = body as Row;
  if ("secondFactor" in row) row.secondFactor = false;
  for (const one of Object.values(row)) sparePeople(one);
}

/** The key of a record that the fuzz has added itself. */
function ownRecord({ added }: World, { prefix, request }: Call): Row | undefined {
  const row = added.get(prefix)?.pop();
  const names = waysOf(request).flatMap(({ properties = {} }) => Object.keys(properties));
  const key = names.find((name) => isKey(row?.[name]));
  return row && key ? { [key]: row[key] } : undefined;
}

/** Reads a page that has the form and sends it; undefined where that page is not there any more. */
export async function formRequest(
  world: World,
  name: string,
  by: Who,
  random: Random,
): Promise<FuzzRequest | undefined> {
  const who = whoFor(name, by);
  const { url, people, site } = world;
  const { form: known, addresses } = site.forms.get(name)!;
  const at = random.pick(addresses);
  const page = await send(url, { method: "GET", path: at, headers: pageHeaders(people, who) });
  const form = readForms(page.text, at, at === "/homepage").forms.find((one) => one.name === name) ?? known;
  if (namesSpared(form.action, people.spared)) return undefined;
  return { who, target: name, sent: sendForm(world, form, who, random) };
}

/** What a refused form asks for, corrected and sent again as a person would; undefined where the answer has no such form. */
export function correctedForm(
  world: World,
  { who, target, sent }: FuzzRequest,
  answer: string,
  random: Random,
): FuzzRequest | undefined {
  const form = readForms(answer, sent.path, false).forms.find((one) => one.name === target && one.method === "post");
  if (!form || namesSpared(form.action, world.people.spared)) return undefined;
  return { who, target, sent: sendForm(world, form, who, random) };
}

function sendForm({ people, known }: World, form: Form, who: Who, random: Random): SentRequest {
  const filled = fillForm(form, { random, known });
  const how = random.next();
  const chosen = how < 0.35 ? filled : mutatePairs(filled, form, { random, known });
  const pairs = chosen.filter(([name]) => name !== "secondFactor");
  const from = origin(who, form.name, random);
  const headers = pageHeaders(people, who);
  const action = form.action.replace(/#.*/, "");
  if (form.method === "get") {
    const path = `${action.replace(/\?.*/, "")}?${new URLSearchParams(pairs).toString().slice(0, 12_000)}`;
    return { method: "GET", path, headers, ...from };
  }
  const packed = how < 0.94 ? packForm(pairs, form.files, random) : packFormOddly(pairs, form.files, random);
  const path = how > 0.985 ? oddPath(action, random) : action;
  return { method: "POST", path, headers: { ...headers, ...packed.headers }, body: packed.body, ...from };
}

/** A page of this kind with a query of its lists, or with an odd address. */
export function pageRequest({ people, known, site }: World, kind: string, who: Who, random: Random): FuzzRequest {
  const { addresses, queries, filters } = site.pages.get(kind)!;
  const address = random.pick(addresses);
  const path = random.isTrue(0.35) ? oddPath(address, random, known) : address;
  const query = new URLSearchParams(queries.size > 0 ? random.pick([...queries]) : "");
  const names = [...new Set([...query.keys(), ...filters, "page", "pageSize", "sort", "columns", "q"])];
  for (let changes = random.whole(0, 2); changes > 0; changes--) {
    const name = random.pick(names);
    const told = random.isTrue(0.3) ? known.value(name, random, () => true) : undefined;
    if (random.isTrue(0.15)) query.append(name, oddText(random, 64).slice(0, 3000));
    else query.set(name, String(told ?? oddText(random, 64)).slice(0, 3000));
  }
  const text = query.size > 0 ? `?${query.toString()}${random.isTrue(0.05) ? "&%ED%A0%80=%FF&%" : ""}` : "";
  const from = origin(who, kind, random);
  return { who, target: kind, sent: { method: "GET", path: path + text, headers: pageHeaders(people, who), ...from } };
}

/** The address with one part changed: another's key, nobody's, or something that is none. */
function oddPath(path: string, random: Random, known?: Known): string {
  const parts = path.split("/");
  const keyed = parts.flatMap((part, nth) => (/^[0-9a-f]{32}$|^\d+$/.test(part) ? [nth] : []));
  const nth = keyed.length > 0 && random.isTrue(0.8) ? random.pick(keyed) : random.whole(1, parts.length - 1);
  const odd = [
    "0".repeat(32),
    "%00",
    "%E0%A4%A",
    "..%2f..",
    "%2e%2e",
    "%ED%A0%80",
    "%F0%9F%98%80",
    "1e308",
    "-1",
    "999999999999",
    "a".repeat(3000),
    "__proto__",
    "%27%3B--",
    "new",
    "edit",
  ];
  parts[nth] = random.pick([
    ...odd,
    ...(known ? [known.anyKey(random), known.anyKey(random)] : []),
    `${parts[nth]}/`,
    `${parts[nth]}.data`,
    parts[nth]!.toUpperCase(),
  ]);
  return parts.join("/");
}

function pageHeaders(people: People, who: Who): Record<string, string> {
  const cookie = people.keysOf(who)?.cookie;
  return { accept: "text/html", "sec-fetch-site": "same-origin", ...(cookie && { cookie }) };
}
