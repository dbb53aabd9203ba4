import type { ReactNode } from "react";
import { PasswordField, TextField } from "~/kit/page/forms/fields";
import { FieldSet } from "~/kit/page/forms/form-parts";
import type { Reply } from "~/kit/page/forms/read-form";
import { useRoomForm } from "~/kit/page/forms/use-room-form";
import { FormScreen } from "~/kit/page/screens";
import { ProofForm } from "../session/schema";
import styles from "./second-factor.module.css";

export function ProofScreen({ reply, save, note }: { reply: Reply | undefined; save: string; note: ReactNode }) {
  const [form, fields] = useRoomForm(ProofForm, reply, {});
  return (
    <FormScreen form={form} save={save} unsaved="没有确认" cancelTo="/second-factor" note={note}>
      <div className={styles.narrow}>
        <FieldSet title="请确认是您本人">
          <PasswordField field={fields.password} label="密码" autoComplete="current-password" wide />
          <TextField
            field={fields.code}
            label="动态码"
            autoComplete="one-time-code"
            hint="验证器上的 6 位数字，或一个恢复码"
            wide
          />
        </FieldSet>
      </div>
    </FormScreen>
  );
}
