import { renameSync } from "node:fs";
import path from "node:path";
import { performance } from "node:perf_hooks";
import { setTimeout as sleep } from "node:timers/promises";
import { atMost, type Figure } from "../bench/figure";
import { call, login, pageCookie } from "./api";
import type { Program } from "./program";

/** An ordinary request ends after 30 s; one more for the answer to arrive. */
const within = 31_000;

/** The database away in two ways: it hangs, and it is dead and cannot start. Pages and calls say so, and come back alone. */
export async function away(program: Program, password: string): Promise<Figure[]> {
  const token = await login(program.url, password);
  const cookie = await pageCookie(program, token);
  const hung = await during(program, "hung", { token, cookie }, () => {
    program.signalDatabase("SIGSTOP");
    return () => program.signalDatabase("SIGCONT");
  });
  const dead = await during(program, "dead", { token, cookie }, () => {
    const control = path.join(program.data, "global", "pg_control");
    renameSync(control, `${control}.away`);
    program.killDatabase(true);
    return () => renameSync(`${control}.away`, control);
  });
  return [...hung, ...dead];
}

async function during(
  program: Program,
  how: string,
  { token, cookie }: { token: string; cookie: string },
  take: () => () => void,
): Promise<Figure[]> {
  const giveBack = take();
  let began = performance.now();
  const since = () => Math.round(performance.now() - began);
  const seen: { what: string; ms: number; ok: boolean }[] = [];
  const page = async () => {
    const answer = await program.ask("/station/station-management", { headers: { Cookie: cookie } });
    seen.push({
      what: "page",
      ms: since(),
      ok: answer?.status === 503 && /数据库|系统繁忙/.test(answer.text) && /稍等|稍后/.test(answer.text),
    });
  };
  const api = async () => {
    const answer = await program.ask("/api/sta/v1.0/pageList", {
      method: "POST",
      headers: { Authorization: token, "Content-Type": "application/json" },
      body: '{"pageNum":1,"pageSize":1}',
    });
    const envelope = JSON.parse(answer?.text ?? "{}") as { success?: boolean; code?: number };
    seen.push({
      what: "call",
      ms: since(),
      ok: answer?.status === 503 && envelope.success === false && envelope.code === 500,
    });
  };
  const health = async () => {
    const answer = await program.ask("/healthz");
    seen.push({ what: "health check", ms: since(), ok: answer?.status === 503 });
  };
  try {
    await sleep(100);
    await Promise.all([page(), api(), health()]);
  } finally {
    giveBack();
  }
  began = performance.now();
  await program.answered();
  while (
    (
      await call<unknown>(program.url, "/api/sta/v1.0/pageList", { pageNum: 1, pageSize: 1 }, token).catch(
        () => undefined,
      )
    )?.success !== true
  )
    await sleep(50);
  while ((await program.ask("/station/station-management", { headers: { Cookie: cookie } }))?.status !== 200)
    await sleep(50);
  const recovered = atMost(`database ${how}: back by itself after`, since(), 40_000, "ms");
  return [
    ...seen.map(({ what, ms, ok }) => {
      const figure = atMost(`database ${how}: ${what} says so within`, ms, within, "ms");
      return { ...figure, ok: figure.ok && ok };
    }),
    recovered,
  ];
}
