import { execFile } from "node:child_process";
import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { promisify } from "node:util";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { loadSecrets } from "./secrets.server";

let folder: string;
beforeEach(() => void (folder = mkdtempSync(path.join(tmpdir(), "bus-secrets-"))));
afterEach(() => rmSync(folder, { recursive: true }));

describe("secrets", () => {
  it("are made once, readable by the owner only", () => {
    const dataDir = path.join(folder, "data");
    const first = loadSecrets(dataDir);
    expect(Buffer.from(first.draftKey, "base64")).toHaveLength(32);
    expect(new Set(Object.values(first)).size).toBe(4);
    expect(loadSecrets(dataDir)).toEqual(first);
    expect(statSync(path.join(dataDir, "secrets.json")).mode & 0o777).toBe(0o600);
    expect(statSync(dataDir).mode & 0o777).toBe(0o700);
    expect(readdirSync(dataDir)).toEqual(["secrets.json"]);
  });

  it("keep what is there and add what is missing", () => {
    const first = loadSecrets(folder);
    writeFileSync(path.join(folder, "secrets.json"), JSON.stringify({ draftKey: first.draftKey }));
    expect(loadSecrets(folder).draftKey).toBe(first.draftKey);
    expect(loadSecrets(folder).cookieKey).not.toBe(first.cookieKey);
  });

  it("are never replaced when broken", () => {
    writeFileSync(path.join(folder, "secrets.json"), "{");
    expect(() => loadSecrets(folder)).toThrow("已损坏");
    expect(readFileSync(path.join(folder, "secrets.json"), "utf8")).toBe("{");
  });

  it("come out the same for processes that start together", async () => {
    const script = `import("./app/kit/ground/secrets.server.ts").then((it) => console.log(JSON.stringify(it.loadSecrets(${JSON.stringify(folder)}))))`;
    const runs = Array.from({ length: 4 }, () =>
      promisify(execFile)(process.execPath, ["--import", "tsx", "-e", script]),
    );
    const answers = (await Promise.all(runs)).map((run) => run.stdout);
    expect(new Set(answers).size).toBe(1);
  });
});
