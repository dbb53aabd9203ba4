import { data, redirect } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { createCaptcha } from "~/kit/data/access/captcha.server";
import { titleCookie } from "~/kit/data/access/cookies.server";
import { readLoginFailures } from "~/kit/data/access/login-failures.server";
import { publicPage } from "~/kit/page/http/page.server";
import { HiddenField, PasswordField, TextField } from "~/kit/page/forms/fields";
import { again, formDataOf, readForm, refused, forkRequest, typedAgain } from "~/kit/page/forms/read-form";
import { useRoomForm } from "~/kit/page/forms/use-room-form";
import { attempt, BusyProblem, Problem } from "~/kit/ground/problem";
import { screen } from "~/kit/page/screens";
import { productTitle } from "../shell-data";
import { floorInWords, isBelowFloor } from "../browser-floor";
import { signIn } from "../session/authenticator.server";
import { LoginForm } from "../session/schema";
import { askCode, startSession, pageAfterLogin } from "../session/start-session.server";
import styles from "./login.module.css";

export const handle = screen({ title: "登录" });

export const loader = publicPage(async ({ request, url, facts }) => {
  const session = await facts.session();
  if (session.state === "live") throw redirect(pageAfterLogin(url));
  return {
    title: (await titleCookie.read(request)) ?? productTitle,
    kept: url.searchParams.has("kept"),
    expired: session.state === "expired",
    notice: noticeOf(url.searchParams),
    belowFloor: isBelowFloor(request.headers.get("user-agent") ?? ""),
    copyrightYear: new Date().getFullYear(),
  };
});

function noticeOf(query: URLSearchParams): string | undefined {
  if (query.has("over")) return "动态码错误次数过多，或等待超过 5 分钟，请重新登录。";
  const named = query.get("ended") === "guess" ? "密码或动态码" : "原密码";
  return query.has("ended") ? `${named}错误次数过多，登录已结束，请 10 分钟后重新登录，或请管理员解锁。` : undefined;
}

export const action = publicPage(async ({ request, url, facts }) => {
  const [copy, form] = await forkRequest(request);
  const typed = await formDataOf(copy);
  // From the page that says that too many log in at once.
  if (typed.has("again")) return typedAgain(typed, LoginForm, { captcha: null });
  const sent = await readForm(typed, LoginForm);
  if (sent.status !== "success") return again(sent, { captcha: null });
  try {
    const done = await signIn(form, facts);
    return "half" in done ? await askCode(request, url, done.half) : await startSession(request, url, done.token);
  } catch (error) {
    if (!(error instanceof Problem)) throw error;
    const { captchaRequired } = await readLoginFailures(sent.value.userAccount);
    const made = captchaRequired ? await attempt(() => createCaptcha(facts.clientAddress)) : undefined;
    const captcha = made?.ok ? made.value : null;
    const why = made?.ok === false ? made.problem : error;
    const known = why.errors.every(({ path }) => path !== "captchaCode" || captcha);
    const { reply } = known ? refused(sent, why) : sent;
    return data({ reply, captcha }, { status: why instanceof BusyProblem ? 429 : 422 });
  }
});

export default function Login() {
  const { title, kept, expired, notice, belowFloor, copyrightYear } = useLoaderData<typeof loader>();
  const answer = useActionData<typeof action>();
  const [form, fields] = useRoomForm(LoginForm, answer && "reply" in answer ? answer.reply : undefined, {});
  const captcha = answer && "captcha" in answer ? answer.captcha : null;
  return (
    <main className={styles.page}>
      <form id={form.id} method="post" className={styles.card}>
        <h1>{title}</h1>
        {kept && <p className="notice warn">登录已过期。您填写的内容已保留，登录后会回到原来的表单。</p>}
        {notice && <p className="notice warn">{notice}</p>}
        {form.errors?.map((words) => (
          <p className="notice warn" role="alert" key={words}>
            {words}
          </p>
        ))}
        {expired && !kept && !notice && <p className="notice warn">登录已过期,请重新登录</p>}
        {belowFloor && (
          <p className="notice warn" data-below-floor="">
            您的浏览器版本过低，页面可能显示不正常。建议升级到{floorInWords}或更新的版本；也可以继续登录使用。
          </p>
        )}
        <TextField field={fields.userAccount} label="账号" autoComplete="username" autoFocus={!answer} wide />
        <PasswordField
          field={fields.userPassword}
          label="密码"
          autoComplete="current-password"
          autoFocus={answer !== undefined}
          hint="忘记密码请联系管理员重置"
          wide
        />
        {captcha && (
          <div className={styles.captcha}>
            <img src={captcha.image} alt="验证码图片，看不清时提交后会换一张" width={270} height={84} />
            <TextField
              field={fields.captchaCode}
              label="验证码"
              autoComplete="off"
              hint="图中 6 或 7 个字母或数字，不分大小写；看不清时直接提交会换一张"
              wide
            />
            <HiddenField field={fields.captchaId} value={captcha.captchaId} />
          </div>
        )}
        <button className="button primary">登录</button>
      </form>
      <footer className={styles.foot}>版权所有 © 2007-{copyrightYear}</footer>
    </main>
  );
}
