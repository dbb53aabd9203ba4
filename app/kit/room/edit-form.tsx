import { useActionData, useLoaderData } from "@remix-run/react";
import type { ReactNode } from "react";
import type { Field as Control } from "~/kit/page/forms/field";
import { ChoicesField, TextField } from "~/kit/page/forms/fields";
import { Fields, FieldSet } from "~/kit/page/forms/form-parts";
import { useRoomForm } from "~/kit/page/forms/use-room-form";
import { FormScreen } from "~/kit/page/screens";
import { another } from "./another";
import { EditScreen, formOf } from "./edit-screen";
import { fileFieldsOf } from "./file-limits";
import { type Differently, type FieldInputs, inputsOf } from "./inputs";
import type { EditAnswer } from "./save-form.server";
import { PictureField } from "./picture";
import type { RestoredField } from "./restored-field.server";
import type { DeclaredRoom } from "./room";

interface Parts {
  inputs: (...names: string[]) => ReactNode;
  fields: Record<string, Control>;
  picture: ReactNode;
  /** 修改原因, of a record that is there already. */
  reason: ReactNode;
  /** 其他, where a form ends: what is named, and the reason. */
  others: (...names: string[]) => ReactNode;
}

interface EditFormProps {
  room: DeclaredRoom;
  start?: Record<string, unknown>;
  values?: Record<string, unknown>;
  differently?: Record<string, Differently>;
  multipart?: boolean;
  note?: ReactNode;
  children: (parts: Parts) => ReactNode;
}

/** A record's form, as `roomForm` loaded it; after a stale save both sides to choose from. */
export function EditForm({ room, start, values, differently = {}, multipart, note, children }: EditFormProps) {
  const { record, restored, ...given } = useLoaderData() as FieldInputs & {
    record: Record<string, unknown> | null;
    restored?: RestoredField;
  };
  const answer = useActionData() as EditAnswer | undefined;
  const usual = Object.fromEntries(
    Object.entries(room.fields).flatMap(([name, one]) => (one.start === undefined ? [] : [[name, one.start]])),
  );
  const [form, controls] = useRoomForm(
    room.Form,
    answer?.reply,
    (record
      ? { ...(values ?? record), ...(restored && { [restored.name]: restored.value }) }
      : { ...usual, ...start }) as never,
  );
  const fields = controls as Record<string, Control>;
  // A record is typed from its first field on, or from the one that is given back.
  let first = true;
  const ticked = Object.keys((form.initialValue as object | undefined) ?? {});
  const offered = { ...given, ticked, ...(answer?.picks && { picks: answer.picks }) };
  const inputs = (...names: string[]) => {
    const start = restored ? names.find((name) => name === restored.name) : first ? names[0] : undefined;
    const focused = start ? { [start]: { autoFocus: true, ...differently[start] } } : {};
    first = false;
    return inputsOf(room.fields, fields, names, offered, { ...differently, ...focused });
  };
  const reason = record && <TextField field={fields.reason!} label="修改原因" hint="记入修改历史" wide />;
  return (
    <EditScreen room={room as never}>
      <FormScreen
        form={form}
        note={
          restored && !answer ? (
            <>
              {note} “{restored.label}”已填入 {restored.at} 修改以前的值，保存后才恢复。
            </>
          ) : (
            note
          )
        }
        multipart={multipart ?? (room.picture !== undefined || fileFieldsOf(room).length > 0)}
        {...formOf(room as never, record as never)}
        buttons={
          !record && (
            <button className="button" {...another}>
              保存并再新增
            </button>
          )
        }
      >
        {children({
          inputs,
          fields,
          picture: room.picture && <PictureField form={form} room={room as never} record={record as never} />,
          reason,
          others: (...names) => (
            <FieldSet title="其他">
              {inputs(...names)}
              {reason}
            </FieldSet>
          ),
        })}
        {answer?.toConfirm?.map(({ word, message }) => (
          <Fields key={word}>
            <ChoicesField
              field={{ id: `${form.id}-confirmed-${word}`, name: "confirmed" }}
              label="请确认"
              choices={[{ value: word, label: `已核对，仍要保存：${message}` }]}
              wide
            />
          </Fields>
        ))}
      </FormScreen>
    </EditScreen>
  );
}
