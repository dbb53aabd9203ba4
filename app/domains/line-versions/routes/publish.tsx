import { useActionData, useLoaderData } from "@remix-run/react";
import { page } from "~/kit/page/http/page.server";
import { CalendarField } from "~/kit/page/forms/calendar-field";
import { DateField, TextField } from "~/kit/page/forms/fields";
import { FieldSet } from "~/kit/page/forms/form-parts";
import { again, formDataOf, readForm, refusedOrStale, typedAgain } from "~/kit/page/forms/read-form";
import { useRoomForm } from "~/kit/page/forms/use-room-form";
import { attempt } from "~/kit/ground/problem";
import { redirectWith } from "~/kit/page/http/redirect.server";
import { FormScreen } from "~/kit/page/screens";
import { today } from "~/kit/ground/time/today.server";
import { noStations, noteOf } from "~/domains/lines/labels";
import { LeavingStations } from "../screens/leaving-stations";
import { lineScreenFor } from "~/domains/lines/line-screen";
import { may } from "~/domains/lines/policy";
import { loadPublish } from "../publish-page.server";
import { publishDraft } from "../queries.server";
import { draftInWords } from "~/domains/lines/schema";
import { PublishForm } from "../schema";
import { variantAsked } from "../shown-version.server";
import { variantUrl } from "~/domains/lines/urls";
import { PublishImpact } from "../screens/publish-impact";

export const handle = lineScreenFor("使草稿生效");

export const loader = page(may.publish, loadPublish);

export const action = page(may.publish, async ({ viewer, request, params, url }) => {
  const form = await formDataOf(request);
  const sent = await readForm(form, PublishForm);
  if (sent.status !== "success") return again(sent);
  const asked = variantAsked(url, params);
  const looked = form.get("looked");
  if (form.get("do") === "look" || (looked && looked !== lookOf(sent.value)))
    return typedAgain(form, PublishForm, { lookedAt: daysOf(sent.value), changed: form.get("do") !== "look" });
  const done = await attempt(() => publishDraft(viewer, asked, sent.value));
  if (!done.ok) return refusedOrStale(sent, done.problem, "请重新查看草稿再决定", { lookedAt: daysOf(sent.value) });
  const restored = sent.value.restoreOn ? `，${sent.value.restoreOn} 起恢复原来的版本` : "";
  return redirectWith(
    request,
    `${sent.value.validFrom > today() ? `草稿将于 ${sent.value.validFrom} 起生效` : "草稿已生效"}${restored}`,
    variantUrl(done.value, "", { asOf: sent.value.validFrom }),
  );
});

interface Days {
  validFrom?: string;
  restoreOn?: string;
}

/** For which days the effect was shown that a person puts in force. */
const lookOf = ({ validFrom = "", restoreOn }: Days | PublishForm) => `${validFrom} ${restoreOn ?? ""}`;

const daysOf = ({ validFrom, restoreOn }: PublishForm): Days => ({ validFrom, restoreOn: restoreOn ?? undefined });

export default function Publish() {
  const draft = useLoaderData<typeof loader>();
  const answer = useActionData<typeof action>();
  const [form, fields] = useRoomForm(PublishForm, answer?.reply, { validFrom: draft.usual.validFrom });
  const days = answer && "lookedAt" in answer ? (answer.lookedAt as Days) : draft.usual;
  const look = { name: "do", value: "look" };
  const errors = draft.problems.filter(({ level }) => level === "error");
  return (
    <FormScreen
      form={form}
      answer={answer}
      cancelTo={variantUrl(draft, "", { version: draft.versionUuid })}
      version={draft.version ?? undefined}
      save={days.validFrom ? "使草稿生效" : "查看影响"}
      asks={days.validFrom ? undefined : look}
      labels={{ validFrom: "生效日期", restoreOn: "恢复日期" }}
      note={noteOf(draft, draftInWords(draft.plannedFor))}
      buttons={
        days.validFrom && (
          <button className="button" {...look}>
            查看影响
          </button>
        )
      }
    >
      {!answer &&
        draft.refusals.map((refusal) => (
          <p key={refusal} className="notice bad">
            {refusal}。
            {refusal === noStations && (
              <a href={variantUrl(draft, "stations", { version: draft.versionUuid })}>编辑站点</a>
            )}
          </p>
        ))}
      {errors.map(({ where, message }) => (
        <p key={where + message} className="notice bad">
          {where}：{message}
        </p>
      ))}
      {draft.completeness && <p className="notice warn">{draft.completeness}</p>}
      <FieldSet title="生效">
        <CalendarField
          field={fields.validFrom}
          label="生效日期"
          earliest={draft.today}
          marks={draft.marks}
          hint="从这一天起按草稿运行；之前的版本到前一天为止"
        />
        <DateField
          field={fields.restoreOn}
          label="恢复日期"
          hint="只改几天时填写：从这一天起恢复原来的版本；长期变更留空"
        />
        <TextField field={fields.reason} label="修改原因" hint="记入修改历史" wide />
      </FieldSet>
      <input type="hidden" name="seen" value={draft.seen} />
      {days.validFrom && <input type="hidden" name="looked" value={lookOf(days)} />}
      <PublishImpact draft={draft} {...days} changed={answer && "changed" in answer ? answer.changed : false} />
      {draft.looks.map((look) => (
        <p key={look} className="notice warn">
          {look}。
        </p>
      ))}
      <LeavingStations leaving={draft.leaving} />
      {draft.problems
        .filter((each) => !errors.includes(each))
        .map(({ where, message }) => (
          <p key={where + message} className="notice warn">
            {where}：{message}
          </p>
        ))}
    </FormScreen>
  );
}
