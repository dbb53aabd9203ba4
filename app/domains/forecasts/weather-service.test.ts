import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { sql } from "kysely";
import { afterAll, beforeAll, beforeEach, expect, it, vi } from "vitest";
import { mayTake } from "../../../tests/kit/slowness";
import { db } from "~/kit/data/db/pool.server";
import { visitorWith } from "../../../tests/kit/accounts";
import type { Visitor } from "../../../tests/kit/visit";
import { day } from "../../../tests/kit/days";
import { refreshWeather } from "./last-answer.server";

const service = vi.hoisted(() => {
  const port = 20_000 + (process.pid % 20_000);
  process.env.WEATHER = `http://127.0.0.1:${port}/v1/forecast?apikey=secret`;
  process.env.WEATHER_CITY = "滨江";
  process.env.WEATHER_SECONDS = "1";
  return { port, asked: [] as URL[], elsewhere: 0 };
});
type Answering = (response: ServerResponse) => void;
let answer: Answering = (response) => json(response, good());
const take = (request: IncomingMessage, response: ServerResponse) => {
  service.asked.push(new URL(request.url!, "http://x"));
  answer(response);
};
const server = createServer(take);
const other = createServer((_, response) => ((service.elsewhere += 1), json(response, good())));
let reader: Visitor;

const json = (response: ServerResponse, body: unknown) =>
  response.setHeader("content-type", "application/json").end(JSON.stringify(body));
const good = (daily: object = {}, more: object = {}) => ({
  latitude: 39.87,
  daily_units: { time: "iso8601", wind_speed_10m_max: "m/s" },
  daily: {
    time: [day(0), day(1), day(2)],
    weather_code: [73, 3, 61],
    temperature_2m_max: [1.4, 12.2, null],
    temperature_2m_min: [-3.6, 4.4, 7],
    wind_speed_10m_max: [4.1, 11.2, 3],
    wind_gusts_10m_max: [9, 16, 4],
    precipitation_sum: [6, 0, 2],
    snowfall_sum: [4, 0, 0],
    ...daily,
  },
  ...more,
});
const backdate = (hours: number) =>
  sql`update weather_answer set fetched_at = now() - make_interval(hours => ${hours})`.execute(db());
const told = async () => {
  const page = await reader.get("/homepage");
  return page.$("section:contains(天气)").text().replace(/\s+/g, " ");
};

beforeAll(async () => {
  await new Promise<void>((up) => server.listen(service.port, "127.0.0.1", up));
  await new Promise<void>((up) => other.listen(0, "127.0.0.1", up));
  reader = await visitorWith();
});
afterAll(() => Promise.all([server, other].map((one) => (one.closeAllConnections(), one.close()))));
beforeEach(async () => {
  await sql`delete from weather_answer`.execute(db());
  answer = (response) => json(response, good());
  service.asked.length = 0;
});

it("shows what the service says of the operator's centre, and asks it once in a while", async () => {
  expect(await told()).toBe("");
  await refreshWeather();
  await refreshWeather();
  expect(service.asked.map(({ searchParams: asked }) => [asked.get("latitude"), asked.get("apikey")])).toEqual([
    ["39.87", "secret"],
  ]);
  expect(await told()).toMatch(
    /^滨江天气今天中雪-4 ~ 1 ℃ 3 级风降雪、道路结冰明天阴4 ~ 12 ℃ 6 级风大风更新于 .*（1 分钟前）$/,
  );
  for (const days of [1, 2])
    expect((await reader.call("/api/weather/v1.0/list", { from: day(0), days })).data).toHaveLength(days);
  const { data } = await reader.call<object[]>("/api/weather/v1.0/list", { from: day(1), days: 1 });
  expect(data).toEqual([
    {
      date: day(1),
      city: "滨江",
      weatherCode: 3,
      text: "阴",
      icon: "cloudy",
      tempMin: 4,
      tempMax: 12,
      wind: 6,
      warning: "大风",
    },
  ]);
});

it("keeps the last answer with its age while the service is away or slow, and takes the next", async () => {
  await refreshWeather();
  await backdate(5);
  answer = (response) => response.destroy();
  await expect(refreshWeather()).rejects.toThrow();
  answer = () => undefined;
  const begun = performance.now();
  await expect(refreshWeather()).rejects.toThrow(/timeout|abort/i);
  expect(performance.now() - begun).toBeLessThan(mayTake(20_000));
  answer = (response) => void response.writeHead(503).end("busy");
  await expect(refreshWeather()).rejects.toThrow("503");
  expect(await told()).toMatch(/今天中雪.*天气服务暂时没有应答，这是 5 小时前（.*）的预报。$/);
  answer = (response) => json(response, good({ weather_code: [0, 3, 61] }));
  await refreshWeather();
  expect(await told()).toMatch(/今天晴.*更新于/);
});

it("follows no redirect", async () => {
  const to = `http://127.0.0.1:${(other.address() as AddressInfo).port}/`;
  answer = (response) => void response.writeHead(302, { location: to }).end();
  await expect(refreshWeather()).rejects.toThrow();
  expect([service.elsewhere, await told()]).toEqual([0, ""]);
});

const html = "<script>alert(1)</script>";
it.each<[string, Answering]>([
  ["no JSON", (response) => void response.end(html)],
  ["another shape", (response) => json(response, { daily: [] })],
  ["HTML for a day", (response) => json(response, good({ time: [html, day(1), day(2)] }))],
  ["HTML for a code", (response) => json(response, good({ weather_code: [html, 1, 2] }))],
  ["a code that nobody knows", (response) => json(response, good({ weather_code: [42, 1, 2] }))],
  ["a heat that there is not", (response) => json(response, good({ temperature_2m_max: [1e9, 1, 2] }))],
  ["another unit", (response) => json(response, good({}, { daily_units: { wind_speed_10m_max: "km/h" } }))],
  ["a thousand days", (response) => json(response, good({ time: Array.from({ length: 1000 }, () => day(0)) }))],
  ["days without figures", (response) => json(response, good({ weather_code: [] }))],
  ["bytes that are no text", (response) => void response.end(Buffer.alloc(5000, 0xff))],
])("refuses %s and keeps what it knows", async (_, saying) => {
  await refreshWeather();
  await backdate(1);
  answer = saying;
  await expect(refreshWeather()).rejects.toThrow();
  const shown = await reader.get("/homepage");
  expect([shown.text.includes("中雪"), shown.html.includes("alert(1)")]).toEqual([true, false]);
});

it("stops reading an answer of 50 MB after the first quarter", async () => {
  let sent = 0;
  answer = (response) => {
    const piece = Buffer.alloc(64 * 1024, " ");
    const more = () => {
      while (sent < 50 * 1024 * 1024 && !response.destroyed) {
        sent += piece.length;
        if (!response.write(piece)) return void response.once("drain", more);
      }
      response.end();
    };
    more();
  };
  await expect(refreshWeather()).rejects.toThrow("more than 262144 bytes");
  expect(sent).toBeLessThan(20 * 1024 * 1024);
});
