import { useActionData } from "@remix-run/react";
import { attempt } from "~/kit/ground/problem";
import { TextareaField } from "~/kit/page/forms/fields";
import { FieldSet } from "~/kit/page/forms/form-parts";
import { again, readForm, refused } from "~/kit/page/forms/read-form";
import { useRoomForm } from "~/kit/page/forms/use-room-form";
import { page } from "~/kit/page/http/page.server";
import { FormScreen, Heading, screen, Section } from "~/kit/page/screens";
import styles from "../device-link.module.css";
import { linkTokensUrl, may } from "../policy";
import { makeLinkTokens } from "../queries.server";
import { readNumbers } from "../read-numbers";
import { LinkTokensForm } from "../token-schema";

export const handle = screen({ title: "新增通信令牌" });
export const loader = page(may.write, () => null);

/** Answers with the file itself: it can be had only now. */
export const action = page(may.write, async ({ viewer, request }) => {
  const sent = await readForm(request, LinkTokensForm);
  if (sent.status !== "success") return again(sent, { file: null });
  const made = await attempt(() => makeLinkTokens(viewer, readNumbers(sent.value.lines)));
  if (!made.ok) return again(refused(sent, made.problem), { file: null });
  return {
    reply: null,
    file: ["设备编号,令牌", ...made.value.map((one) => `${one.devSelfCode},${one.token}`), ""].join("\r\n"),
  };
});

export default function NewLinkTokens() {
  const answer = useActionData<typeof action>();
  const [form, fields] = useRoomForm(LinkTokensForm, answer?.reply, {});
  if (answer?.file) return <Made file={answer.file} />;
  return (
    <FormScreen form={form} cancelTo={linkTokensUrl} save="生成">
      <FieldSet title="设备">
        <TextareaField
          field={fields.lines}
          label="设备编号"
          rows={12}
          hint="一行一台，可粘贴 csv，取第一列；一次最多 5,000 台。已有令牌的设备换成新的，旧的随即停用。"
        />
      </FieldSet>
    </FormScreen>
  );
}

function Made({ file }: { file: string }) {
  return (
    <>
      <Heading />
      <Section title={`已生成 ${file.split("\r\n").length - 2} 台设备的令牌`}>
        <p className="notice warn" role="alert">
          请现在下载并妥善保存，离开本页后不能再查看。
        </p>
        <p>
          <a
            className="button primary"
            download="通信令牌.csv"
            href={`data:text/csv;charset=utf-8,${encodeURIComponent(`\ufeff${file}`)}`}
          >
            下载 csv
          </a>{" "}
          <a href={linkTokensUrl}>已保存，返回列表</a>
        </p>
        <textarea className={styles.file} aria-label="通信令牌" readOnly rows={12} defaultValue={file} />
      </Section>
    </>
  );
}
