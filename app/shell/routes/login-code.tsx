import { redirect } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { halfLoginCookie } from "~/kit/data/access/cookies.server";
import { finishLogin, LoginOver } from "~/kit/data/access/finish-login.server";
import { isHalfLoginOpen } from "~/kit/data/access/half-login.server";
import { findSecondFactor } from "~/kit/data/access/second-factor.server";
import { publicPage } from "~/kit/page/http/page.server";
import { CodeField, TextField } from "~/kit/page/forms/fields";
import { again, readForm, refused } from "~/kit/page/forms/read-form";
import { useRoomForm } from "~/kit/page/forms/use-room-form";
import { attempt } from "~/kit/ground/problem";
import { writeFlash } from "~/kit/page/http/redirect.server";
import { screen } from "~/kit/page/screens";
import { CodeForm } from "../session/schema";
import { pageAfterLogin, startSession } from "../session/start-session.server";
import styles from "./login.module.css";

export const handle = screen({ title: "两步验证" });

export const loader = publicPage(async ({ request, url, facts }) => {
  if ((await facts.session()).state === "live") throw redirect(pageAfterLogin(url));
  const half = await halfLoginCookie.read(request);
  if (!half || !(await isHalfLoginOpen(half))) throw redirect(anew(url));
  const other = new URL(url);
  const recovery = url.searchParams.has("recovery");
  if (recovery) other.searchParams.delete("recovery");
  else other.searchParams.set("recovery", "");
  return { recovery, other: other.pathname + other.search, begin: `/login${url.search}` };
});

export const action = publicPage(async ({ request, url, facts }) => {
  const sent = await readForm(request, CodeForm);
  if (sent.status !== "success") return again(sent);
  const half = (await halfLoginCookie.read(request)) ?? "";
  const { clientAddress: address, requestId } = facts;
  const caller = { address, requestId, userAgent: request.headers.get("user-agent") };
  const done = await attempt(() => finishLogin(half, sent.value.code, caller)).catch((error: unknown) => {
    if (error instanceof LoginOver) throw redirect(anew(url), 303);
    throw error;
  });
  if (!done.ok) return again(refused(sent, done.problem));
  const answer = await startSession(request, url, done.value.token);
  answer.headers.append("Set-Cookie", await halfLoginCookie.write(request, undefined));
  if (url.searchParams.has("recovery")) {
    const left = (await findSecondFactor(done.value.userId))?.codesLeft ?? 0;
    const words = `您用恢复码登录，还剩 ${left} 个恢复码。可以在“设置”里的“两步验证”更换验证器、重新生成恢复码`;
    answer.headers.append("Set-Cookie", await writeFlash(request, words, "warning"));
  }
  return answer;
});

/** To the login, which says why, and on to the page wanted from there. */
function anew(url: URL): string {
  const query = new URLSearchParams(url.search);
  query.delete("recovery");
  query.set("over", "");
  return `/login?${query}`;
}

export default function LoginCode() {
  const { recovery, other, begin } = useLoaderData<typeof loader>();
  const answer = useActionData<typeof action>();
  const [form, fields] = useRoomForm(CodeForm, answer?.reply, {});
  return (
    <main className={styles.page}>
      <form id={form.id} method="post" className={styles.card}>
        <h1>两步验证</h1>
        {form.errors?.map((words) => (
          <p className="notice warn" role="alert" key={words}>
            {words}
          </p>
        ))}
        {recovery ? (
          <TextField field={fields.code} label="恢复码" autoFocus hint="开启两步验证时保存的，每个只能用一次" wide />
        ) : (
          <CodeField field={fields.code} label="动态码" autoFocus hint="手机验证器上的 6 位数字" wide />
        )}
        <button className="button primary">登录</button>
        <p className={styles.others}>
          <a href={other}>{recovery ? "用动态码登录" : "用恢复码登录"}</a>
          <a href={begin}>返回</a>
        </p>
      </form>
    </main>
  );
}
