import { redirect } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { changePassword, findForcedChange, judgeChange } from "~/kit/data/access/change-password.server";
import { SessionEnded } from "~/kit/data/access/own-guess.server";
import { page } from "~/kit/page/http/page.server";
import { PasswordField } from "~/kit/page/forms/fields";
import { FieldSet } from "~/kit/page/forms/form-parts";
import { again, alsoRefused, readForm } from "~/kit/page/forms/read-form";
import { openSealedForm } from "~/kit/page/forms/sealed-form.server";
import { useRoomForm } from "~/kit/page/forms/use-room-form";
import { attempt, problem } from "~/kit/ground/problem";
import { settings } from "~/kit/ground/settings.server";
import { formatTime } from "~/kit/ground/time/format-time";
import { isPast } from "~/kit/ground/time/is-past";
import { redirectWith } from "~/kit/page/http/redirect.server";
import { FormScreen, screen } from "~/kit/page/screens";
import { PasswordPageForm } from "../session/schema";
import styles from "./modify-password.module.css";

export const handle = screen({ title: "修改密码" });

export const loader = page("signed-in", async ({ viewer }) => {
  if (viewer.userStatus !== "must-change-password") return { forced: null };
  const { isFirst, until } = await findForcedChange(viewer.userId);
  return { forced: { isFirst, until: until && formatTime(until, settings().OPERATOR_TIME_ZONE), over: isPast(until) } };
});

export const action = page("signed-in", async ({ viewer, request, facts }) => {
  const form = await openSealedForm(request);
  const sent = await readForm(form, PasswordPageForm);
  const well = (name: string) => (sent.reply.error?.[name] ? undefined : String(form.get(name) ?? ""));
  const done = await attempt(async () => {
    if (sent.status === "success") return changePassword(viewer, sent.value, facts.clientAddress);
    const typed = { oldPassword: well("oldPassword"), newPassword: well("newPassword") };
    const { errors } = await judgeChange(viewer, typed, facts.clientAddress);
    if (errors.length > 0) throw problem.fields(errors);
  });
  if (!done.ok && done.problem instanceof SessionEnded) throw redirect("/login?ended", 303);
  if (!done.ok) return again(alsoRefused(sent, done.problem));
  if (sent.status !== "success") return again(sent);
  return redirectWith(request, "密码已修改，其他地方的登录已结束", "/homepage");
});

export default function ModifyPassword() {
  const { forced } = useLoaderData<typeof loader>();
  const answer = useActionData<typeof action>();
  const [form, fields] = useRoomForm(PasswordPageForm, answer?.reply, {});
  return (
    <FormScreen
      form={form}
      cancelTo={forced ? undefined : "/homepage"}
      save="修改密码"
      unsaved="密码未修改"
      labels={{ oldPassword: "原密码", newPassword: "新密码", repeated: "再次输入新密码" }}
    >
      {forced && (
        <p className="notice warn" role="status">
          {forced.isFirst ? "首次登录，请先修改密码" : "管理员重置了您的密码，请先修改密码"}
          {forced.until &&
            (forced.over
              ? `；现在的密码已于 ${forced.until} 过期，退出后就不能再登录`
              : `；现在的密码 ${forced.until} 过期`)}
          。
        </p>
      )}
      <div className={styles.narrow}>
        <FieldSet title="密码">
          <PasswordField field={fields.oldPassword} label="原密码" autoComplete="current-password" wide />
          <PasswordField
            field={fields.newPassword}
            label="新密码"
            autoComplete="new-password"
            wide
            hint="至少 8 个字符，不能太常见；几个不相关的词连在一起又长又好记"
          />
          <PasswordField field={fields.repeated} label="再次输入新密码" autoComplete="new-password" wide />
        </FieldSet>
      </div>
    </FormScreen>
  );
}
