import type { ReactNode } from "react";
import { CodeField, HiddenField, PasswordField, TextField } from "~/kit/page/forms/fields";
import { FieldSet } from "~/kit/page/forms/form-parts";
import type { Reply } from "~/kit/page/forms/read-form";
import { useRoomForm } from "~/kit/page/forms/use-room-form";
import { FormScreen, Section } from "~/kit/page/screens";
import { RenewForm, SetupForm } from "../session/schema";
import styles from "./second-factor.module.css";

export interface SetupShown {
  sealed: string;
  secret: string;
  picture: { size: number; path: string };
}

interface SetupScreenProps {
  setup: SetupShown;
  reply: Reply | undefined;
  replacing?: boolean;
  save: string;
  cancelTo?: string;
  note?: ReactNode;
}

export function SetupScreen({ setup, reply, replacing, ...screen }: SetupScreenProps) {
  const [form, fields] = useRoomForm(replacing ? RenewForm : SetupForm, reply, {});
  return (
    <FormScreen form={form} {...screen} labels={{ newCode: "动态码", code: "原来的动态码", password: "密码" }}>
      <Section title="第一步：用手机上的验证器扫描">
        <div className={styles.scan}>
          <Picture {...setup.picture} />
          <div>
            <p>
              在手机上打开验证器，扫描左边的二维码。腾讯身份验证器、Microsoft Authenticator、Google Authenticator
              等都可以用，手机不需要联网。
            </p>
            <p>不能扫描时，在验证器里选“手动输入密钥”，输入账号和下面的密钥（基于时间，6 位）：</p>
            <p>
              <code className={styles.secret}>{setup.secret.match(/.{1,4}/g)?.join(" ")}</code>
            </p>
          </div>
        </div>
        <HiddenField field={fields.setup} value={setup.sealed} />
      </Section>
      <div className={styles.narrow}>
        <FieldSet title="第二步：输入它显示的数字">
          <CodeField field={fields.newCode} label="动态码" hint="验证器现在显示的 6 位数字" wide />
          {replacing && (
            <TextField
              field={(fields as typeof fields & { code: typeof fields.newCode }).code}
              label="原来的动态码"
              hint="原来的验证器上的 6 位数字；手机不在了，可以输入一个恢复码"
              wide
            />
          )}
          <PasswordField field={fields.password} label="密码" autoComplete="current-password" wide />
        </FieldSet>
      </div>
    </FormScreen>
  );
}

function Picture({ size, path }: SetupShown["picture"]) {
  return (
    <svg className={styles.picture} viewBox={`0 0 ${size} ${size}`} role="img" aria-label="供验证器扫描的二维码">
      <path d={path} shapeRendering="crispEdges" />
    </svg>
  );
}
