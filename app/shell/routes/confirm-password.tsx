import { redirect } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { confirmPassword, SessionEnded } from "~/kit/data/access/own-guess.server";
import { page } from "~/kit/page/http/page.server";
import { PasswordField } from "~/kit/page/forms/fields";
import { FieldSet } from "~/kit/page/forms/form-parts";
import { again, readForm, refused } from "~/kit/page/forms/read-form";
import { openSealedForm } from "~/kit/page/forms/sealed-form.server";
import { useRoomForm } from "~/kit/page/forms/use-room-form";
import { attempt } from "~/kit/ground/problem";
import { settings } from "~/kit/ground/settings.server";
import { redirectWith } from "~/kit/page/http/redirect.server";
import { FormScreen, screen } from "~/kit/page/screens";
import styles from "../second-factor/second-factor.module.css";
import { ConfirmForm } from "../session/schema";
import { pageAfterLogin } from "../session/start-session.server";

export const handle = screen({ title: "确认密码" });

export const loader = page("signed-in", async ({ url }) => ({
  back: pageAfterLogin(url),
  kept: url.searchParams.has("kept"),
  minutes: settings().FRESH_PASSWORD_MINUTES,
}));

export const action = page("signed-in", async ({ viewer, request, url, facts }) => {
  const sent = await readForm(await openSealedForm(request), ConfirmForm);
  if (sent.status !== "success") return again(sent);
  const done = await attempt(() => confirmPassword(viewer, sent.value.userPassword, facts.clientAddress));
  if (done.ok)
    return redirectWith(request, "密码已确认，刚才的操作还没有执行：请核对后再次提交", pageAfterLogin(url), "warning");
  if (done.problem instanceof SessionEnded) throw redirect("/login?ended=guess", 303);
  return again(refused(sent, done.problem));
});

export default function ConfirmPassword() {
  const { back, kept, minutes } = useLoaderData<typeof loader>();
  const answer = useActionData<typeof action>();
  const [form, fields] = useRoomForm(ConfirmForm, answer?.reply, {});
  return (
    <FormScreen
      form={form}
      save="确认"
      unsaved="没有确认"
      cancelTo={back}
      note={kept ? "您填写的内容已保留，确认后会回到原来的表单" : "确认后会回到原来的页面"}
    >
      <div className={styles.narrow}>
        <FieldSet title="请再次输入您的密码">
          <PasswordField
            field={fields.userPassword}
            label="密码"
            autoComplete="current-password"
            autoFocus={!answer}
            hint={`这项操作影响账号安全，而您上次输入密码已超过 ${minutes} 分钟`}
            wide
          />
        </FieldSet>
      </div>
    </FormScreen>
  );
}
