import { expect, it } from "vitest";
import { hostsOf, whyNoDatabaseUrl } from "./database-hosts";

it("an address names one server or several, and which of them is wanted", () => {
  expect(hostsOf("postgres://bus:a,b%40c@one:5432,two:6432/bus?target_session_attrs=primary&sslmode=require")).toEqual({
    urls: [
      "postgres://bus:a,b%40c@one:5432/bus?sslmode=require",
      "postgres://bus:a,b%40c@two:6432/bus?sslmode=require",
    ],
    wanted: "primary",
  });
  expect(hostsOf("postgresql://[::1]:5432,10.0.0.2/bus?target_session_attrs=any").urls).toEqual([
    "postgresql://[::1]:5432/bus",
    "postgresql://10.0.0.2/bus",
  ]);
  expect(hostsOf("postgres://bus@one/bus?a=1&target_session_attrs=standby")).toEqual({
    urls: ["postgres://bus@one/bus?a=1"],
    wanted: "standby",
  });
  for (const alone of ["postgres:///bus?host=/run/postgresql", "postgres://bus:x@one:5432/bus"])
    expect(hostsOf(alone)).toEqual({ urls: [alone], wanted: undefined });
});

it("what is no such address is said why", () => {
  expect(whyNoDatabaseUrl("postgres://bus:x@one:1,two:2/bus")).toBeUndefined();
  expect(whyNoDatabaseUrl("mysql://bus@one/bus")).toMatch("postgres://");
  expect(whyNoDatabaseUrl("postgres://bus@one:1,two:zwei/bus")).toMatch("几个主机用逗号隔开");
  expect(whyNoDatabaseUrl("postgres://bus@one,two/bus?target_session_attrs=master")).toMatch("prefer-standby");
});
