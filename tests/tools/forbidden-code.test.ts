import { readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import { fileURLToPath } from "node:url";
import { expect, it } from "vitest";

const root = fileURLToPath(new URL("../..", import.meta.url));
const read = (file: string) => readFileSync(path.join(root, file), "utf8");
const filesUnder = (folder: string) =>
  (readdirSync(path.join(root, folder), { recursive: true }) as string[]).map((name) => path.posix.join(folder, name));
const isCode = (file: string) => /\.(js|ts|tsx|sql)$/.test(file) && !/\.test\.tsx?$/.test(file);
const code = [...filesUnder("app").filter(isCode), "server.ts"].map((file) => ({ file, text: read(file) }));
const holding = (pattern: RegExp) =>
  code
    .filter(({ text }) => pattern.test(text))
    .map(({ file }) => file)
    .sort();
const outside = (pattern: RegExp, allowed: RegExp) => holding(pattern).filter((file) => !allowed.test(file));

it("no text is run as code", () => {
  expect(code.length).toBeGreaterThan(500);
  expect(holding(/\beval\(|new Function\(|node:vm\b|set(Timeout|Interval)\(["'`]|javascript:/)).toEqual([]);
});

it("threads begin in one place, which keeps their optimiser from outliving them", () => {
  expect(outside(/new Worker\(/, /^app\/kit\/ground\/new-thread\.server\.ts$|\.client\.tsx?$/)).toEqual([]);
});

it("no regular expression and no template is made of what is sent", () => {
  // Six are put together of constants of their own file.
  const ofConstants =
    /^app\/(kit\/room\/sheets\/read-cell|seed\/demo-english|transit\/(geo\/degrees|sound\/(name-readings|pinyin|read-aloud)))\.ts$/;
  expect(outside(/new RegExp\(|\bRegExp\(/, ofConstants)).toEqual([]);
  expect(holding(/\b(ejs|handlebars|mustache|nunjucks|pug|lodash\.template)\b/)).toEqual([]);
});

it("other programs are started by the database's start, the commands and the voice only, never through a shell's text", () => {
  expect(outside(/node:child_process/, /^app\/(commands|kit\/data\/db\/embedded|transit\/sound)\//)).toEqual([]);
  expect(holding(/import \{[^}]*\bexec(Sync)?\b[^}]*\} from "node:child_process"|shell: true/)).toEqual([]);
});

it("days are the operator's, not the database's, which is in UTC", () => {
  expect(holding(/\bcurrent_date\b|\blocaltimestamp\b|(now|clock_timestamp)\(\)::date/)).toEqual([]);
});

it("nothing but JSON is turned into objects, and XML knows no entities but its own five", () => {
  // Where threads and the program set how memory is kept, nothing else of it is taken.
  expect(holding(/^(?!import \{ setFlagsFromString \} from "node:v8";$).*node:v8/m)).toEqual([]);
  expect(holding(/deserialize\(|node-serialize|js-yaml|\byaml\b.*parse|structuredClone\(/)).toEqual([]);
  expect(holding(/libxml|xpath|xml2js|<!ENTITY/i)).toEqual([]);
});

it("the server connects to its database and its store of files, to the weather service, server for speech, virus scanner and broker that are set, and to nobody else", () => {
  const inBrowser = /\.client\.ts$|keep-fresh\.ts$|enhance-frame\.ts$/;
  expect(
    outside(
      /\bfetch\(/,
      new RegExp(
        `${inBrowser.source}|^app/commands/(simulate|fleet/(http-transport|fetch-file))\\.ts$|^app/domains/forecasts/ask-service\\.server\\.ts$|^app/transit/sound/tts-server\\.server\\.ts$`,
      ),
    ),
  ).toEqual([]);
  expect(holding(/from "(axios|undici|got|node-fetch|node:https|nodemailer|ldapjs|memcached|imap\w*)"/)).toEqual([]);
  expect(outside(/https?\.(request|get)\(/, /^$/)).toEqual([]);
  expect(outside(/@aws-sdk\//, /^app\/kit\/data\/files\//)).toEqual([]);
  // What connects or listens at all, and with addresses of the settings only.
  const connecting =
    /^(?!import (?:type|\{ isIP \})).*(?:from|import\() ?"(?:node:)?(?:net|tls|https?|http2|dgram|dns|mqtt|ws)(?:\/promises)?"/m;
  expect(outside(connecting, /^app\/commands\/fleet\//)).toEqual([
    "app/domains/jt808-gateway/gateway.server.ts",
    "app/domains/jt808-gateway/mqtt.server.ts",
    "app/kit/data/db/embedded/port.server.ts",
    "app/kit/data/db/time-for-reads.server.ts",
    "app/kit/ground/clamd.server.ts",
    "server.ts",
  ]);
  expect(holding(/\bconnect(Async)?\((?!\))/).filter((file) => connecting.test(read(file)))).toEqual([
    "app/commands/fleet/jt808-line.ts",
    "app/domains/jt808-gateway/mqtt.server.ts",
    "app/kit/data/db/time-for-reads.server.ts",
    "app/kit/ground/clamd.server.ts",
  ]);
});

it("a posted form is read where a broken one is refused in words, and its length is bounded", () => {
  expect(outside(/[rR]equest\.formData\(\)/, /^$/)).toEqual([]);
});

it("no SQL is put together from text", () =>
  expect(outside(/sql\.raw\(|\.query\(`[^`]*\$\{/, /^app\/kit\/data\/db\/(planned-once|taken|embedded\/)/)).toEqual(
    [],
  ));

it("certificates are always checked", () =>
  expect(holding(/rejectUnauthorized|NODE_TLS_REJECT_UNAUTHORIZED|checkServerIdentity/)).toEqual([]));

it("pages open no socket, frame no other site and take no message of another window", () => {
  expect(outside(/new (WebSocket|EventSource|RTCPeerConnection)\(/, /^$/)).toEqual([]);
  expect(holding(/<iframe\b|<embed\b|<object (data|type)=|<applet\b/)).toEqual([]);
  expect(holding(/window\.postMessage|parent\.postMessage/)).toEqual([]);
  // A thread and the page that made it speak to nobody else.
  expect(outside(/(?<!worker\.)addEventListener\("message"/, /\.worker\.client\.ts$/)).toEqual([]);
});

it("a browser keeps what was typed and how far a list was scrolled until the sign-out, else nothing", () => {
  expect(holding(/localStorage|indexedDB|document\.cookie|serviceWorker|caches\.open/)).toEqual([]);
  expect(outside(/sessionStorage/, /typed\.client\.ts$|keep-typing\.ts$|enhance-frame\.ts$/)).toEqual([]);
});

it("ciphers, hashes and random numbers are those of the list of keys", () => {
  const named = (pattern: RegExp) => [
    ...new Set(code.flatMap(({ text }) => [...text.matchAll(pattern)].map(([, name]) => name))),
  ];
  expect(named(/create(?:Hash|Hmac)\("([^"]+)"/g)).toEqual(["sha256", "md5"]);
  // What files beside line files are compared by on vehicles that know nothing better.
  expect(
    outside(
      /createHash\("md5"\)/,
      /^app\/domains\/(multi-files\/files\.server|issue-tasks\/deliveries\/seed\.sample)\.ts$/,
    ),
  ).toEqual([]);
  expect(
    outside(/\bmd5\(/, /^app\/domains\/(path-checks\/change-white-list|line-files\/sources)\.server\.ts$/),
  ).toEqual([]);
  expect(named(/create(?:C|Dec)ipheriv\("([^"]+)"/g)).toEqual(["aes-256-gcm"]);
  expect(holding(/createCipher\(|RSA_PKCS1_PADDING\b|RSA_NO_PADDING|-ecb\b/i)).toEqual([]);
  expect(holding(/Math\.random/)).toEqual([]);
});

it("what is drawn as a secret has 128 bits at least", () => {
  const drawn = code.flatMap(({ file, text }) =>
    [...text.matchAll(/randomBytes\((\w+)\)/g)].map(([, bytes]) => ({ file, bytes: Number(bytes) })),
  );
  expect(drawn.length).toBeGreaterThan(12);
  // A nonce of AES-GCM, which is no secret, and the name of a file for a moment.
  const shorter = drawn.filter(({ bytes }) => bytes < 16).map(({ file, bytes }) => `${file} ${bytes}`);
  expect(shorter.sort()).toEqual(["app/kit/data/access/encrypt.server.ts 12", "app/kit/ground/secrets.server.ts 4"]);
});

it("markup is written past React only where it was escaped before", () =>
  expect(holding(/dangerouslySetInnerHTML/)).toEqual([
    "app/kit/page/charts/chart.tsx",
    "app/kit/page/islands/island.tsx",
    "app/kit/page/markdown/markdown.tsx",
    "app/kit/page/tables/table-view.tsx",
    "app/root.tsx",
    "app/shell/header.tsx",
    "app/shell/sidebar.tsx",
    "app/shell/tab-bar.tsx",
  ]));

it("no secret stands in the tree", () => {
  const papers = [
    "README.md",
    ...filesUnder("docs"),
    ...filesUnder("tests").filter((file) => /\.(ts|js|json|md)$/.test(file)),
  ];
  const all = [...code, ...papers.filter((file) => /\.\w+$/.test(file)).map((file) => ({ file, text: read(file) }))];
  const secret = /-----BEGIN (RSA |EC )?PRIVATE KEY-----|\bAKIA[0-9A-Z]{16}\b|\bgh[pousr]_\w{30}|xox[bp]-\w{10}/;
  expect(all.filter(({ text }) => secret.test(text)).map(({ file }) => file)).toEqual([]);
});

it("no test that goes through the program waits for a day of the calendar: days to come are counted from today", () => {
  const written = "2026-11-28";
  const isDay = (text: string) => new Date(text).toJSON()?.slice(0, 10) === text;
  const tests = [...filesUnder("app"), ...filesUnder("tests")].filter((file) =>
    /\.(test|spec|sample)\.tsx?$|^tests\/(kit|sweeps|spec)\/.*\.ts$/.test(file),
  );
  // The days of a feed are its own.
  const feeds = ["app/domains/line-imports/gtfs/gtfs-timetable.test.ts"];
  const found = tests.flatMap((file) => {
    const text = read(file);
    if (feeds.includes(file) || !/pool\.server"|\/kit\/(accounts|visit|room)"|tests\/kit\//.test(text)) return [];
    const days = [...text.matchAll(/(?<![\w-])20\d\d-\d\d-\d\d(?!\w)/g)].map(([one]) => one);
    return days.filter((one) => isDay(one) && one >= written && one < "2060").map((one) => `${file}: ${one}`);
  });
  expect(tests.length).toBeGreaterThan(300);
  expect(found).toEqual([]);
});

it("every package is the registry's, of one version, with its checksum", () => {
  const { packages } = JSON.parse(read("package-lock.json")) as {
    packages: Record<string, { version?: string; integrity?: string; resolved?: string; inBundle?: boolean }>;
  };
  const found = Object.entries(packages).filter(([name]) => name !== "");
  expect(found.length).toBeGreaterThan(500);
  const strange = found.filter(
    ([, { version, integrity, resolved, inBundle }]) =>
      resolved || !version || !(inBundle || integrity?.startsWith("sha512-")),
  );
  expect(strange.map(([name]) => name)).toEqual([]);
});

it("why a record is changed is asked under one name in every form", () => {
  // Of a binding, of a place on the white list, of what is to be mended, and a filter.
  const otherwise =
    /^app\/domains\/(devices\/routes\/bind(-\w+)?|path-checks\/routes\/accept|line-versions\/routes\/version-return|issue-tasks\/routes\/left-out)\.tsx$/;
  const asked = code
    .filter(({ file }) => file.endsWith(".tsx") && !otherwise.test(file))
    .flatMap(({ file, text }) =>
      [...text.matchAll(/\bfields\.reason\b|name="reason"/g)].map(({ index }) => {
        const begin = Math.max(text.lastIndexOf("<label", index), text.lastIndexOf("<TextField", index));
        return { file, element: text.slice(begin, text.indexOf("/>", index)) };
      }),
    );
  expect(asked.length).toBeGreaterThan(25);
  expect(asked.filter(({ element }) => !/ label="修改原因"|^<label[^]*修改原因/.test(element))).toEqual([]);
});

it("a form that changes something changes it once, however often it is pressed", () => {
  // Signing in and out, what a person sees, and what opens another page: the same each time.
  const sameEachTime =
    /^app\/(shell|homepage)\/|^app\/kit\/page\/screens\/(list-tools|error-page)\.tsx$|^app\/kit\/page\/refusal\/plain-page\.ts$/;
  const count = (text: string, part: RegExp) => text.match(part)?.length ?? 0;
  const posting = code.filter(({ text }) => count(text, /method="post"/g) > count(text, /<OnceField\b/g));
  expect(posting.map(({ file }) => file).filter((file) => !sameEachTime.test(file))).toEqual([]);
});

it("no type is called by a bare participle, which a search finds everywhere and which says nothing", () => {
  // `Generated` is the name of the query layer's own tools.
  const participle =
    /^\s*(export )?(interface|type) (?!Generated\b)([A-Z][a-z]+ed|Begun|Built|Chosen|Done|Drawn|Found|Given|Heard|Held|Kept|Known|Laid|Made|Put|Read|Said|Sent|Shown|Spoken|Taken|Told|Written)\b/m;
  expect(holding(participle)).toEqual([]);
});
