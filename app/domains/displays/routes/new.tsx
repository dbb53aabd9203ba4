import { useActionData, useLoaderData } from "@remix-run/react";
import { organisationChoices } from "~/domains/organisations/queries.server";
import { attempt } from "~/kit/ground/problem";
import { ChoiceField, TextField } from "~/kit/page/forms/fields";
import { FieldSet } from "~/kit/page/forms/form-parts";
import { again, readForm, refused } from "~/kit/page/forms/read-form";
import { useRoomForm } from "~/kit/page/forms/use-room-form";
import { page } from "~/kit/page/http/page.server";
import { FormScreen, Heading, screen, Section } from "~/kit/page/screens";
import { displaysUrl, may, wallUrl } from "../policy";
import { createDisplay } from "../queries.server";
import { DisplayForm } from "../schema";

export const handle = screen({ title: "新增值班屏" });
export const loader = page(may.write, async ({ viewer }) => ({ orgId: await organisationChoices(viewer) }));

/** Answers with the address itself and not with a redirect: it can be shown only now. */
export const action = page(may.write, async ({ viewer, request, url }) => {
  const sent = await readForm(request, DisplayForm);
  if (sent.status !== "success") return again(sent, { address: null, displayName: "" });
  const { displayName } = sent.value;
  const made = await attempt(() => createDisplay(viewer, sent.value));
  if (!made.ok) return again(refused(sent, made.problem), { address: null, displayName });
  return { reply: null, address: `${url.origin}${wallUrl}?key=${made.value}`, displayName };
});

export default function NewDisplay() {
  const { orgId } = useLoaderData<typeof loader>();
  const answer = useActionData<typeof action>();
  const [form, fields] = useRoomForm(DisplayForm, answer?.reply, {});
  if (answer?.address) return <Made address={answer.address} displayName={answer.displayName} />;
  return (
    <FormScreen form={form} cancelTo={displaysUrl}>
      <FieldSet title="值班屏">
        <TextField field={fields.displayName} label="名称" hint="显示在屏幕上方，例如：调度大厅" autoFocus />
        <ChoiceField field={fields.orgId} label="机构" choices={orgId} hint="显示它和下级机构的车辆" />
      </FieldSet>
    </FormScreen>
  );
}

function Made({ address, displayName }: { address: string; displayName: string }) {
  return (
    <>
      <Heading />
      <Section title={`已新增值班屏 ${displayName}`}>
        <p className="notice warn" role="alert">
          请现在在大屏的浏览器里打开这个地址并存为书签，离开本页后不能再查看。
        </p>
        <p style={{ overflowWrap: "anywhere" }}>
          <a href={address} target="_blank" rel="noreferrer">
            {address}
          </a>
        </p>
        <p className="quiet">知道这个地址的人都能看到这块屏，但打不开任何别的页面。不用时请停用，停用后立即看不到。</p>
        <a className="button primary" href={displaysUrl}>
          已保存，返回列表
        </a>
      </Section>
    </>
  );
}
