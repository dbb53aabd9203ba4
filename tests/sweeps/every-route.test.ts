import { beforeAll, describe, expect, it } from "vitest";
import { decrypt, digest } from "~/kit/data/access/encrypt.server";
import { db } from "~/kit/data/db/pool.server";
import { permissionCodes } from "~/permissions";
import { demoNames } from "~/seed/demo-city";
import { account, enter, visitorWith } from "../kit/accounts";
import { isLongRun } from "../kit/long-run";
import { build, visitor, type Visitor } from "../kit/visit";

interface Guarded {
  permission?: string;
  permissionAt?: (pathname: string) => string;
}

interface Route {
  id: string;
  path: string;
  loader: Guarded | undefined;
  action: Guarded | undefined;
  isPage: boolean;
  title: unknown;
}

/** What strangers may open. */
const open = [
  "root",
  "shell/routes/login",
  "shell/routes/login-code",
  "shell/routes/sign-out",
  "shell/routes/health",
  "domains/displays/routes/wall",
];

/** All with an address; layouts are walked by object-heads.test.ts. */
const routes: Route[] = Object.values(build.routes).flatMap((route) => {
  if (route?.path === undefined) return [];
  const {
    loader,
    action,
    default: page,
    handle,
  } = route.module as { loader?: Guarded; action?: Guarded; default?: unknown; handle?: { title?: unknown } };
  return [{ id: route.id, path: route.path ?? "", loader, action, isPage: page !== undefined, title: handle?.title }];
});
const guarded = routes.filter((route) => !open.includes(route.id) && route.loader?.permission !== "api");
const changing = routes.filter((route) => route.action && route.action.permission !== "api" && route.id !== "root");

/** An address that the route matches, of a record that does not exist. */
const addressOf = ({ path }: Route) =>
  path
    .replace(/:(z|x|y)\b/g, "1")
    .replace(/:\w+/g, "0".repeat(32))
    .replace("*", "no/such/page");

const isKnown = (permission: string | undefined) => permission === "signed-in" || permissionCodes.has(permission ?? "");

/** Posts the page's form after the session expired: of what was typed into its password fields nothing is kept. */
async function expectNoneKept(at: string): Promise<void> {
  const late = await enter(await account({ isSuper: true }));
  const form = await late.get(at);
  const passwords = form
    .$("main input[type=password]")
    .map((_, input) => form.$(input).attr("name")!)
    .get();
  await db()
    .updateTable("session")
    .set({ expiresAt: new Date(0) })
    .where("tokenHash", "=", digest(late.token!))
    .execute();
  const sent = await form.submit(Object.fromEntries(passwords.map((name) => [name, "Bao-Mi-De-77"])));
  expect([at, sent.location]).toEqual([at, expect.stringMatching(/^\/login\?to=/)]);
  const kept = await db().selectFrom("keptPost").select("sealed").execute();
  for (const { sealed } of kept) expect([at, decrypt(sealed)]).toEqual([at, expect.not.stringContaining("Bao-Mi")]);
}

describe("every route", () => {
  it("is there", () => expect(routes.length).toBeGreaterThan(25));

  it.each(routes)("$id is guarded by a permission that the program knows", ({ id, path, loader, action }) => {
    expect(loader, `${id} has a loader`).toBeDefined();
    for (const guard of [loader, action].filter((one) => one !== undefined)) {
      if (open.includes(id)) expect(guard.permission).toBe("public");
      else if (guard.permission === "api")
        expect(path).toMatch(/^\/(api|osm|base-api|user|node|line-file-[\w-]+)\/\*$|^\/logout$|^\/line-file-/);
      else {
        const permission = guard.permissionAt?.(path) ?? guard.permission;
        expect([id, permission, isKnown(permission)]).toEqual([id, permission, true]);
      }
    }
  });

  it.each(routes.filter((route) => route.isPage && route.id !== "root"))("$id has a title", ({ title }) => {
    expect(["string", "function"]).toContain(typeof title);
    expect(title).not.toBe("");
  });

  it.each(guarded)("$id sends strangers to the login", async (route) => {
    const at = addressOf(route);
    const login = at === "/" ? "/login" : `/login?to=${encodeURIComponent(at)}`;
    const seen = await visitor().get(at);
    expect([seen.status >= 302 && seen.status <= 303, seen.location]).toEqual([true, login]);
    if (!route.action) return;
    const posted = await visitor().post(at, { any: "thing" });
    expect([posted.status, posted.location]).toEqual([303, login]);
  });

  describe("asked for with signs of any kind in its address", () => {
    let admin: Visitor;
    beforeAll(async () => {
      admin = await enter(await account({ isSuper: true }));
    });

    it.each(guarded)("$id fails at neither them nor a page beyond all numbers", async ({ path }) => {
      const at = path.replace(/:\w+/g, encodeURIComponent("😀")).replace("*", "no");
      const { status } = await admin.get(`${at}?page=${"1".repeat(130)}&size=${"9".repeat(40)}`);
      expect([at, status < 500]).toEqual([at, true]);
    });
  });

  it("answers data requests behind the same guard", async () => {
    const { staName } = await db()
      .selectFrom("station")
      .select("staName")
      .where("deletedAt", "is", null)
      .limit(1)
      .executeTakeFirstOrThrow();
    const ask = async (person: Visitor) => (await person.send("/station/station-management.data")).text();
    expect(await ask(visitor())).not.toContain(staName);
    expect(await ask(await visitorWith())).not.toContain(staName);
  });

  /** The check stands before all routes: each is asked once, and every tenth in all ways. */
  it.each(changing.map((route, at) => ({ ...route, inAllWays: isLongRun || at % 10 === 0 })))(
    "$id refuses a post from another site",
    async (route) => {
      const at = addressOf(route);
      const person = await enter(await account({ isSuper: true }));
      const fields = { any: "thing" };
      const foreign = ["cross-site", "same-site", ""];
      for (const site of route.inAllWays ? foreign : foreign.slice(0, 1)) {
        const answer = await person.post(at, fields, { "sec-fetch-site": site });
        expect([site, answer.status]).toEqual([site, 403]);
      }
      if (!route.inAllWays) return;
      const own = await person.post(at, fields, { "sec-fetch-site": "", origin: "http://127.0.0.1:3000" });
      expect(own.status).not.toBe(403);
      for (const [type, body] of [
        ["application/json", "{}"],
        ["multipart/form-data; boundary=x", "--x\r\nbroken"],
        ["text/plain", "a=b"],
      ] as const) {
        const strange = await person.visit(at, {
          method: "POST",
          headers: { "sec-fetch-site": "same-origin", "content-type": type },
          body,
        });
        expect([type, strange.status < 500]).toEqual([type, true]);
      }
    },
  );

  describe("with no permission at all", () => {
    let nobody: Visitor;
    beforeAll(async () => {
      nobody = await visitorWith();
    });

    it.each(guarded.filter((route) => route.loader?.permission !== "signed-in"))("$id answers 401", async (route) => {
      const at = addressOf(route);
      for (const asked of [await nobody.get(at), ...(route.action ? [await nobody.post(at, { any: "thing" })] : [])]) {
        expect([asked.status, asked.location]).toEqual([303, `/401?from=${encodeURIComponent(at)}`]);
        expect((await asked.follow()).status).toBe(401);
      }
    });

    it.each(guarded.filter((route) => route.loader?.permission === "signed-in"))(
      "$id works for everyone signed in",
      async (route) => {
        const at = addressOf(route);
        const answer = await nobody.get(at);
        expect(answer.location ?? "").not.toMatch(/^\/(401|login)/);
        // Nobody has a record under a key that is made up, and what only takes posts says so.
        const otherwise = [
          ...(/[:*]/.test(route.path) ? [404] : []),
          ...(route.loader ? [] : [400]),
          ...(route.path === "/401" ? [401] : []),
        ];
        expect([200, 302, 303, ...otherwise]).toContain(answer.status);
      },
    );
  });

  describe("with every permission", () => {
    let admin: Visitor;
    const keys: Record<string, string> = {};
    beforeAll(async () => {
      admin = await enter(await account({ isSuper: true }));
      keys.staUuid = (
        await db()
          .selectFrom("station")
          .select("staUuid")
          .where("deletedAt", "is", null)
          .limit(1)
          .executeTakeFirstOrThrow()
      ).staUuid;
      keys.lineUuid = (
        await db()
          .selectFrom("line")
          .select("lineUuid")
          .where("lineName", "=", demoNames.lines.withDraft)
          .executeTakeFirstOrThrow()
      ).lineUuid;
    });

    it.each(routes.filter((route) => route.isPage && !open.includes(route.id)))(
      "$id is a whole page",
      async (route) => {
        const missing = /:(?!staUuid|lineUuid|direction)\w+/.test(route.path) || route.path.includes("*");
        const at = route.path
          .replace(/:direction\b/, "1")
          .replace(/:(\w+)/g, (_, name: string) => keys[name] ?? "0".repeat(32))
          .replace("*", "no/such/page");
        const page = await admin.get(at);
        if (page.location) return expect(page.status).toBeLessThan(400);
        expect([at, page.status]).toEqual([at, route.path === "/401" ? 401 : missing ? 404 : 200]);
        expect(page.title).toMatch(/^.+ - .+$/);
        expect(page.$("html").attr("lang")).toBe("zh-CN");
        expect(page.$("h1").length).toBe(1);
        expect(page.$("main").length).toBe(1);
        expect(page.$("[data-when=interaction]").length, "no island waits to be touched").toBe(0);
        if (page.$("main input[type=password]").length > 0) await expectNoneKept(at);
        const ids = page
          .$("[id]")
          .map((_, one) => page.$(one).attr("id"))
          .get();
        expect(ids.filter((id, place) => ids.indexOf(id) !== place)).toEqual([]);
        const nameless = page.$("table:not(:has(> caption)):not([aria-label])").get();
        expect(nameless.map((table) => page.$(table).text().slice(0, 40))).toEqual([]);
        expect(page.text).not.toMatch(/undefined|\[object|NaN|null\b/);
      },
    );

    it.each(guarded.filter(({ isPage }) => !isPage))("$id has no screen, and refuses in words", async (route) => {
      const at = addressOf(route);
      const unread = { method: "POST", headers: { "sec-fetch-site": "same-origin", "content-type": "a/b" }, body: "x" };
      const answers = [await admin.get(at), ...(route.action ? [await admin.visit(at, unread)] : [])];
      for (const { status, html } of answers.filter((answer) => answer.status >= 400)) {
        expect(status).toBeLessThan(500);
        expect(html).toMatch(/^$|^<!DOCTYPE html>.*<h1[^>]*>[^<]*\p{Script=Han}|^\{"stations":\[\]\}$/u);
      }
    });
  });
});
