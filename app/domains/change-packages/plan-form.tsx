import { useActionData, useLoaderData } from "@remix-run/react";
import type { ReactNode } from "react";
import type { Choice, Field as Control } from "~/kit/page/forms/field";
import type { Reply } from "~/kit/page/forms/read-form";
import { useRoomForm } from "~/kit/page/forms/use-room-form";
import { FormScreen } from "~/kit/page/screens";
import type { Fields } from "~/kit/room/fields";
import { inputsOf } from "~/kit/room/inputs";
import type { FieldWords } from "~/kit/room/words";
import type { RecordKind } from "./model";
import { planForms } from "./plan-forms";
import { packageUrl } from "./urls";

interface PageData {
  held: { packageUuid: string; packageName: string; effectiveDay: string };
  name: string;
  values: Record<string, unknown>;
  choices: Record<string, readonly Choice[]>;
}

interface Props {
  kind: RecordKind;
  room: { fields: Fields; words: FieldWords };
  children: (parts: { inputs: (...names: string[]) => ReactNode; fields: Record<string, Control> }) => ReactNode;
}

export const planTitle = ({ held, name }: PageData) => `${held.packageName}：${name}`;

/** The form of a record's planned change: what it holds from the package's day on. */
export function PlanForm({ kind, room, children }: Props) {
  const { held, values, choices } = useLoaderData() as PageData;
  const answer = useActionData() as { reply?: Reply } | undefined;
  const [form, controls] = useRoomForm(planForms[kind], answer?.reply, values as never);
  const fields = controls as Record<string, Control>;
  return (
    <FormScreen
      form={form}
      cancelTo={packageUrl(held.packageUuid)}
      save="放入变更包"
      labels={room.words.labels}
      note={`${held.effectiveDay} 起`}
    >
      {children({ inputs: (...names) => inputsOf(room.fields, fields, names, { choices }), fields })}
    </FormScreen>
  );
}
