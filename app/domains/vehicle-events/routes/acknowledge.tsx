import { useActionData, useLoaderData } from "@remix-run/react";
import { attempt, problem } from "~/kit/ground/problem";
import { TextField } from "~/kit/page/forms/fields";
import { FieldSet } from "~/kit/page/forms/form-parts";
import { again, formDataOf, readForm, refused } from "~/kit/page/forms/read-form";
import { useRoomForm } from "~/kit/page/forms/use-room-form";
import { page } from "~/kit/page/http/page.server";
import { redirectWith } from "~/kit/page/http/redirect.server";
import { FormScreen, screen } from "~/kit/page/screens";
import { eventUrl, may } from "../policy";
import { acknowledge, findEvent } from "../queries.server";
import { AcknowledgeForm, type EventRow } from "../schema";
import { eventTitle } from "../table";

export const handle = screen({
  title: "处理",
  under: ({ event }: { event: EventRow }) => [{ title: eventTitle(event), href: eventUrl(event) }],
});

export const loader = page(may.write, async ({ viewer, params }) => {
  const event = await findEvent(viewer, params.eventUuid!);
  if (!event) throw problem.missing("车辆事件");
  return { event };
});

export const action = page(may.write, async ({ viewer, request, params }) => {
  const sent = await readForm(await formDataOf(request), AcknowledgeForm);
  if (sent.status !== "success") return again(sent);
  const eventUuid = params.eventUuid!;
  const done = await attempt(() => acknowledge(viewer, eventUuid, sent.value.note));
  if (!done.ok) return again(refused(sent, done.problem));
  return redirectWith(request, "已记下处理情况", eventUrl({ eventUuid }));
});

export default function Acknowledge() {
  const { event } = useLoaderData<typeof loader>();
  const answer = useActionData() as { reply?: never } | undefined;
  const [form, fields] = useRoomForm(AcknowledgeForm, answer?.reply);
  return (
    <FormScreen form={form} save="记下" cancelTo={eventUrl(event)}>
      <FieldSet title="怎样处理的">
        <TextField
          field={fields.note}
          label="处理情况"
          hint="例如：已电话联系驾驶员，误触报警键；记下后不能再改"
          wide
          autoFocus
        />
      </FieldSet>
    </FormScreen>
  );
}
