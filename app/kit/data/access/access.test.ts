import fc from "fast-check";
import { describe, expect, it, vi } from "vitest";
import { localPath } from "~/kit/ground/local-path";
import { dictionary } from "@zxcvbn-ts/language-common";
import { findPasswordWeakness } from "./password-strength.server";
import { hashPassword, verifyPassword, firstPasswordEnd, generatePassword } from "./passwords.server";
import { sessionCookie } from "./cookies.server";
import { isSameOrigin } from "./same-origin";
import { allows } from "./viewer";

vi.hoisted(() => (process.env.FIRST_PASSWORD_DAYS = "0"));

describe("passwords", () => {
  it("that must be changed last for ever where the setting is 0", () => {
    expect(firstPasswordEnd()).toBeNull();
  });

  it("are kept as argon2id and fit only themselves", async () => {
    const stored = await hashPassword("Guang-Chang-1");
    expect(stored).toMatch(/^\$argon2id\$/);
    expect(
      await Promise.all([
        verifyPassword(stored, "Guang-Chang-1"),
        verifyPassword(stored, "guang-chang-1"),
        verifyPassword(undefined, "Guang-Chang-1"),
        verifyPassword("broken", "x"),
      ]),
    ).toEqual([true, false, false, false]);
  });

  it.each(["password", "12345678", "11111111", "qwertyuiop", "admin123", "iloveyou", "abcd1234", "1qaz2wsx"])(
    "refuse the common %s",
    async (password) => {
      expect(await findPasswordWeakness(password)).toContain("太常见");
    },
  );

  it("refuse the 3000 most common of 8 characters or more, in upper case too (each sixth is tried)", async () => {
    const common = dictionary["passwords-common"].filter((word: string) => word.length >= 8).slice(0, 3000);
    expect(common).toHaveLength(3000);
    const allowed: string[] = [];
    for (const word of common.filter((_, nth) => nth % 6 === 0))
      if (!(await findPasswordWeakness(word.toUpperCase()))) allowed.push(word);
    expect(allowed).toEqual([]);
  });

  it("may be long words, and not the person's own name", async () => {
    expect(await findPasswordWeakness("corner-window-plum-river")).toBeUndefined();
    expect(await findPasswordWeakness("zhangsan2", "zhangsan2")).toBeDefined();
    expect(await findPasswordWeakness("ouyangxiuzhi7", "u1", "欧阳修之")).toBeDefined();
    expect(await findPasswordWeakness("ouyangxiuzhi7", "u1", "李白")).toBeUndefined();
    expect([await findPasswordWeakness("短"), await findPasswordWeakness("x".repeat(129))]).toEqual([
      "密码至少 8 个字符",
      "密码最多 128 个字符",
    ]);
    expect(await findPasswordWeakness(generatePassword())).toBeUndefined();
  });
});

describe("the session's cookie", () => {
  it("belongs to this host alone where there is HTTPS, and another host's is not read there", async () => {
    const [open, closed] = [new Request("http://bus.example/"), new Request("https://bus.example/")];
    const [written, sealed] = [await sessionCookie.write(open, "token"), await sessionCookie.write(closed, "token")];
    expect(written).toMatch(/^bus_session=.*HttpOnly/);
    expect(sealed).toMatch(/^__Host-bus_session=.*Path=\/.*Secure/);
    expect(sealed).not.toContain("Domain");
    const sent = (url: string, cookie: string) =>
      sessionCookie.read(new Request(url, { headers: { cookie: cookie.split(";")[0]! } }));
    expect(await sent("https://bus.example/", sealed)).toBe("token");
    expect(await sent("https://bus.example/", written)).toBeUndefined();
    expect(await sent("http://bus.example/", written)).toBe("token");
  });
});

describe("a post's origin", () => {
  const from = (headers: Record<string, string>) =>
    isSameOrigin(new Request("http://bus.example/x", { method: "POST", headers }));

  it("is ours by Sec-Fetch-Site, else by Origin", () => {
    expect(from({ "sec-fetch-site": "same-origin" })).toBe(true);
    expect(from({ "sec-fetch-site": "none" })).toBe(true);
    for (const site of ["cross-site", "same-site", "anything"])
      expect(from({ "sec-fetch-site": site, origin: "http://bus.example" })).toBe(false);
    expect(from({ origin: "http://bus.example" })).toBe(true);
    expect(from({ origin: "https://public.example", "x-forwarded-host": "public.example" })).toBe(true);
    expect(from({ origin: "ftp://bus.example" })).toBe(false);
    for (const origin of ["http://evil.example", "null", "", "http://bus.example.evil", "not a url"])
      expect(from(origin ? { origin } : {})).toBe(false);
  });
});

describe("a post's origin over HTTPS", () => {
  it("is not ours where its page came by HTTP", () => {
    const from = (origin: string) =>
      isSameOrigin(new Request("https://bus.example/x", { method: "POST", headers: { origin } }));
    expect([from("https://bus.example"), from("http://bus.example")]).toEqual([true, false]);
  });
});

describe("a local path", () => {
  it("never leads to another host", () => {
    fc.assert(
      fc.property(
        fc.oneof(
          fc.string(),
          fc.string().map((text) => `/${text}`),
          fc.webUrl(),
          fc.webUrl().map((url) => `/${url}`),
        ),
        (address) => {
          const path = localPath(address);
          if (path === undefined) return;
          expect(path).toMatch(/^\/(?![/\\])/);
          expect(new URL(path, "https://here.example").host).toBe("here.example");
        },
      ),
      { numRuns: 2000 },
    );
  });

  it("keeps its query and drops the rest", () => {
    expect(localPath("/a/b?c=%2F&d=中#e")).toBe("/a/b?c=%2F&d=%E4%B8%AD");
    for (const bad of [
      null,
      undefined,
      "",
      "a",
      "//evil",
      "/\\evil",
      "\\\\evil",
      "https://evil",
      "/a\nb",
      "/..//evil",
      "/.//evil",
      "/%2e//evil",
      "/a/%2E%2e//evil/x",
    ])
      expect(localPath(bad)).toBeUndefined();
  });
});

it("a super user holds every permission, others only their own", () => {
  expect([
    allows({ isSuper: true, permissions: new Set() }, "line.read"),
    allows({ isSuper: false, permissions: new Set(["line.read"]) }, "line.read"),
    allows({ isSuper: false, permissions: new Set(["line.read"]) }, "line.write"),
  ]).toEqual([true, true, false]);
});
