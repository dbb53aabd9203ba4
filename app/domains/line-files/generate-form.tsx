import { OnceField } from "~/kit/page/forms/once";
import { TextField } from "~/kit/page/forms/fields";
import { ErrorSummary, Fields } from "~/kit/page/forms/form-parts";
import type { Reply } from "~/kit/page/forms/read-form";
import { useRoomForm } from "~/kit/page/forms/use-room-form";
import { GenerateForm } from "./form-schema";

interface GenerateProps {
  reply: Reply | undefined;
  proposed: string;
  version: number;
  ready: boolean;
}

export function Generate({ reply, proposed, version, ready }: GenerateProps) {
  const [form, fields] = useRoomForm(GenerateForm, reply, { fileVersion: proposed });
  return (
    <form id={form.id} method="post">
      <OnceField />
      <ErrorSummary form={form} labels={{ fileVersion: "版本号" }} />
      <input type="hidden" name="version" value={version} />
      <Fields>
        <TextField field={fields.fileVersion} label="版本号" hint="比上一个大，最多 16 个字母、数字或符号" />
      </Fields>
      <p>
        <button className={ready ? "button primary" : "button"}>生成</button>{" "}
        <span className="quiet">生成后不再改变；要修改时用它新建草稿。</span>
      </p>
    </form>
  );
}
