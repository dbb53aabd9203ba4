import { describe, expect, it } from "vitest";
import { readSettings, SettingsError, settingsTable } from "./settings.server";

describe("CLAMAV_URL", () => {
  it.each([
    ["tcp://127.0.0.1:3310", { host: "127.0.0.1", port: 3310 }],
    ["tcp://[::1]:3310", { host: "::1", port: 3310 }],
    ["unix:///var/run/clamav/clamd.ctl", { path: "/var/run/clamav/clamd.ctl" }],
  ])("takes %s", (given, read) => expect(readSettings({ CLAMAV_URL: given }).CLAMAV_URL).toEqual(read));

  it.each(["127.0.0.1:3310", "tcp://host", "tcp://host:0", "tcp://host:99999", "unix://relative", "http://host:3310"])(
    "refuses %s",
    (given) => expect(() => readSettings({ CLAMAV_URL: given })).toThrow("设置 CLAMAV_URL 不正确: 应为 tcp://"),
  );
});

describe("settings", () => {
  it("has a default for everything that needs one, and is frozen", () => {
    const given = readSettings({});
    expect(given).toMatchObject({
      PORT: 3000,
      HOST: "127.0.0.1",
      DEMO: true,
      DEMO_DRIVE: true,
      STATIC_ROUTER: false,
      TRUST_PROXY: false,
      STATEMENT_TIMEOUT_MS: 30000,
      FIGURES_SECONDS: 60,
      PAGE_SPEED_SHARE: 10,
      PAGE_TIMEOUT_MS: 5000,
    });
    expect(given.DATABASE_URL).toBeUndefined();
    expect(Object.isFrozen(given)).toBe(true);
  });

  it("reads an empty value as not set", () => {
    expect(readSettings({ PORT: "", HOST: " " })).toMatchObject({ PORT: 3000, HOST: "127.0.0.1" });
  });

  it.each([
    [{ PORT: "abc" }, "PORT"],
    [{ PORT: "70000" }, "PORT"],
    [{ DEMO: "yes" }, "DEMO"],
    [{ DATABASE_URL: "mysql://x" }, "DATABASE_URL"],
    [{ TRUST_PROXY: "true" }, "TRUST_PROXY"],
    [{ TRUST_PROXY: "10.0.0.0/99" }, "TRUST_PROXY"],
    [{ OPERATOR_TIME_ZONE: "Mars/Olympus" }, "OPERATOR_TIME_ZONE"],
    [{ SERVICE_AREA: "1,2,3" }, "SERVICE_AREA"],
    [{ SERVICE_AREA: "117,39,115,41" }, "SERVICE_AREA"],
    [{ FILES_DRIVER: "s3" }, "S3_ENDPOINT"],
    [{ MAP_MODEL: "1" }, "MAP_TILE_URL"],
    [{ MAP_TYPE: "0" }, "MAP_TILE_URL"],
    [{ MAP_OFFERS: "0,4" }, "MAP_OFFERS"],
    [{ MAP_MODEL: "1", MAP_TILE_URL: "https://tiles.example/map" }, "MAP_TILE_URL"],
    [{ SESSION_IDLE_HOURS: "48" }, "SESSION_IDLE_HOURS"],
  ])("names the wrong one: %j", (env, name) => {
    expect(() => readSettings(env)).toThrow(SettingsError);
    expect(() => readSettings(env)).toThrow(
      new RegExp(`^设置 ${name} 不正确: \\p{Script=Han}|^设置 ${name} 不正确: .*\\p{Script=Han}`, "u"),
    );
  });

  it("reads proxies and the service area", () => {
    expect(readSettings({ TRUST_PROXY: "2" }).TRUST_PROXY).toBe(2);
    expect(readSettings({ TRUST_PROXY: "loopback, 10.0.0.0/8" }).TRUST_PROXY).toEqual(["loopback", "10.0.0.0/8"]);
    expect(readSettings({ SERVICE_AREA: "115.7,39.4,117.4,41.6" }).SERVICE_AREA).toEqual([115.7, 39.4, 117.4, 41.6]);
  });

  it("reads which maps the editor offers beside the base map", () => {
    expect(readSettings({ MAP_OFFERS: "0,1,3" }).MAP_OFFERS).toBe("0,1,3");
  });

  it("describes every setting", () => {
    expect(settingsTable.find((row) => row.name === "DEMO")).toMatchObject({ default: "1" });
    expect(settingsTable.every((row) => row.what.length > 5)).toBe(true);
  });
});
