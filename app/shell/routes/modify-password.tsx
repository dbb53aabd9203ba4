import { redirect } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { changePassword } from "~/kit/data/access/change-password.server";
import { SessionEnded } from "~/kit/data/access/own-guess.server";
import { page } from "~/kit/page/http/page.server";
import { PasswordField } from "~/kit/page/forms/fields";
import { FieldSet } from "~/kit/page/forms/form-parts";
import { again, readForm, refused } from "~/kit/page/forms/read-form";
import { useRoomForm } from "~/kit/page/forms/use-room-form";
import { attempt } from "~/kit/ground/problem";
import { redirectWith } from "~/kit/page/http/redirect.server";
import { FormScreen, screen } from "~/kit/page/screens";
import { PasswordPageForm } from "../session/schema";
import styles from "./modify-password.module.css";

export const handle = screen({ title: "修改密码" });

export const loader = page("signed-in", async ({ viewer }) => ({ must: viewer.userStatus === "must-change-password" }));

export const action = page("signed-in", async ({ viewer, request, facts }) => {
  const sent = await readForm(request, PasswordPageForm, { secret: ["oldPassword", "newPassword", "repeated"] });
  if (sent.status !== "success") return again(sent);
  const done = await attempt(() => changePassword(viewer, sent.value, facts.clientAddress));
  if (!done.ok && done.problem instanceof SessionEnded) throw redirect("/login?ended", 303);
  if (!done.ok) return again(refused(sent, done.problem));
  return redirectWith(request, "密码已修改，其他地方的登录已结束", "/homepage");
});

export default function ModifyPassword() {
  const { must } = useLoaderData<typeof loader>();
  const answer = useActionData<typeof action>();
  const [form, fields] = useRoomForm(PasswordPageForm, answer?.reply, {});
  return (
    <FormScreen
      form={form}
      cancelTo="/homepage"
      save="修改密码"
      labels={{ oldPassword: "原密码", newPassword: "新密码", repeated: "再次输入新密码" }}
      note={must ? "首次登录，请先修改密码" : undefined}
    >
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
