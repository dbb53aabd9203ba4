import { execFileSync } from "node:child_process";
import { describe, expect, it } from "vitest";
import { redactUrl } from "./log.server";

describe("redactUrl", () => {
  it.each([
    ["/?token=abc123&x=1", "/?token=[redacted]&x=1"],
    ["/login?returnTo=%2F%3Ftoken%3Dabc&y=2", "/login?returnTo=%2F%3Ftoken%3D[redacted]&y=2"],
    ["postgres://bus:s3cret@127.0.0.1:1/bus", "postgres://bus:[redacted]@127.0.0.1:1/bus"],
    ["/station/1?page=2", "/station/1?page=2"],
  ])("%s", (from, to) => expect(redactUrl(from)).toBe(to));
});

it("keeps secrets and row values out of the log", () => {
  const script = `
    import { log } from "./app/kit/ground/log.server.ts";
    const error = Object.assign(new Error("duplicate at /x?token=SECRET"), { code: "23505", detail: "Key (user_account)=(SECRET)" });
    log.error({ err: error, headers: { authorization: "SECRET", cookie: "SECRET" }, body: { userPassword: "SECRET", token: "SECRET" } }, "failed /?token=SECRET");`;
  const out = execFileSync(process.execPath, ["--import", "tsx", "--input-type=module", "-e", script], {
    encoding: "utf8",
  });
  expect(JSON.parse(out)).toMatchObject({ level: 50, err: { code: "23505" } });
  expect(out).not.toContain("SECRET");
});
