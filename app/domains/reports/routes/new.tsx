import { useActionData } from "@remix-run/react";
import { page } from "~/kit/page/http/page.server";
import { TextField } from "~/kit/page/forms/fields";
import { FieldSet } from "~/kit/page/forms/form-parts";
import { again, readForm, refused } from "~/kit/page/forms/read-form";
import { useRoomForm } from "~/kit/page/forms/use-room-form";
import { attempt } from "~/kit/ground/problem";
import { FormScreen, Heading, screen, Section } from "~/kit/page/screens";
import { may } from "../policy";
import { createToken } from "../queries.server";
import { tokenRoom } from "../room";
import { TokenForm } from "../schema";

export const handle = screen({ title: "新增上报令牌" });
export const loader = page(may.write, () => null);

/** Answers with the token itself and not with a redirect: it can be shown only now. */
export const action = page(may.write, async ({ viewer, request }) => {
  const sent = await readForm(request, TokenForm);
  if (sent.status !== "success") return again(sent, { token: null, tokenName: "" });
  const { tokenName } = sent.value;
  const made = await attempt(() => createToken(viewer, tokenName));
  if (!made.ok) return again(refused(sent, made.problem), { token: null, tokenName });
  return { reply: null, token: made.value, tokenName };
});

export default function NewToken() {
  const answer = useActionData<typeof action>();
  const [form, fields] = useRoomForm(TokenForm, answer?.reply, {});
  if (answer?.token) return <Made token={answer.token} tokenName={answer.tokenName} />;
  return (
    <FormScreen form={form} cancelTo={tokenRoom.url}>
      <FieldSet title="令牌">
        <TextField field={fields.tokenName} label="名称" hint="谁用它上报，例如：车载平台" autoFocus />
      </FieldSet>
    </FormScreen>
  );
}

function Made({ token, tokenName }: { token: string; tokenName: string }) {
  return (
    <>
      <Heading />
      <Section title={`已新增令牌 ${tokenName}`}>
        <p className="notice warn" role="alert">
          请现在复制令牌并妥善保存，离开本页后不能再查看。
        </p>
        <p>
          <code>{token}</code>
        </p>
        <p className="quiet">上报时放在请求头 Authorization 中，接口为 POST /api/device-report/v1.0/report。</p>
        <a className="button primary" href={tokenRoom.url}>
          已保存，返回列表
        </a>
      </Section>
    </>
  );
}
