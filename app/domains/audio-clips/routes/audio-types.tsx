import { useActionData, useLoaderData } from "@remix-run/react";
import { z } from "zod";
import { attempt } from "~/kit/ground/problem";
import { type Field, fieldValue } from "~/kit/page/forms/field";
import { again, readForm, refused } from "~/kit/page/forms/read-form";
import { RowCell, rowControl, rowTable } from "~/kit/page/forms/row-cell";
import { addingRow, removingRow, useRoomForm } from "~/kit/page/forms/use-room-form";
import { page } from "~/kit/page/http/page.server";
import { redirectWith } from "~/kit/page/http/redirect.server";
import { FormScreen, screen, Section } from "~/kit/page/screens";
import { audioRoom, audioUses } from "../room";
import { FormTypes, type SentType } from "../audio-types";
import { listTypes, saveTypes } from "../audio-types.server";

export const handle = screen({ title: "音频类型" });

const TypesForm = z.object({ list: FormTypes.default([]) });

export const loader = page(audioRoom.may.write, async () => ({ list: await listTypes() }));

export const action = page(audioRoom.may.write, async ({ viewer, request }) => {
  const sent = await readForm(request, TypesForm);
  if (sent.status !== "success") return again(sent);
  const done = await attempt(() => saveTypes(viewer, sent.value.list));
  return done.ok ? redirectWith(request, "已保存音频类型", audioRoom.url) : again(refused(sent, done.problem));
});

export default function AudioTypesScreen() {
  const { list } = useLoaderData<typeof loader>();
  const [form, fields] = useRoomForm(TypesForm, useActionData<typeof action>()?.reply, { list });
  const rows = fields.list.getFieldList();
  const { name } = fields.list;
  return (
    <FormScreen form={form} cancelTo={audioRoom.url} labels={{ list: "类型" }}>
      <Section title="全部类型，一起保存">
        <div className={rowTable} id="types">
          <table>
            <caption className="unseen">音频类型</caption>
            <thead>
              <tr>
                {["排序", "类型名称", "用途", "启用", "音频", "操作"].map((label) => (
                  <th key={label} scope="col">
                    {label}
                  </th>
                ))}
              </tr>
            </thead>
            <tbody>
              {rows.map((row, index) => (
                <TypeRow
                  key={index}
                  row={row.getFieldset() as Record<keyof SentType, Field>}
                  number={`第 ${index + 1} 行`}
                  known={list}
                  remove={removingRow(name, index)}
                />
              ))}
            </tbody>
          </table>
          {rows.length === 0 && <p className="quiet">还没有音频类型。</p>}
          <button className="button" {...addingRow(name, { isValid: true })}>
            增加一行
          </button>
        </div>
        <p className="quiet">删除的行在保存后移除；有音频的类型不能移除，可以停用。</p>
      </Section>
    </FormScreen>
  );
}

interface TypeRowProps {
  row: Record<keyof SentType, Field>;
  number: string;
  known: readonly { typeUuid: string; audioCount: number }[];
  remove: object;
}

function TypeRow({ row: { typeUuid, typeName, use, sort, isValid }, number, known, remove }: TypeRowProps) {
  const count = known.find((one) => one.typeUuid === fieldValue(typeUuid))?.audioCount ?? 0;
  return (
    <tr>
      <RowCell field={sort}>
        <input
          {...rowControl(sort, `${number}排序`)}
          defaultValue={fieldValue(sort) ?? "0"}
          inputMode="numeric"
          size={5}
        />
        <input type="hidden" name={typeUuid.name} defaultValue={fieldValue(typeUuid)} />
      </RowCell>
      <RowCell field={typeName}>
        <input
          {...rowControl(typeName, `${number}类型名称`)}
          defaultValue={fieldValue(typeName)}
          maxLength={32}
          required
        />
      </RowCell>
      <RowCell field={use}>
        <select {...rowControl(use, `${number}用途`)} defaultValue={fieldValue(use) ?? "6"}>
          {audioUses.map(({ value, label }) => (
            <option key={value} value={value}>
              {label}
            </option>
          ))}
        </select>
      </RowCell>
      <RowCell field={isValid}>
        <input
          type="checkbox"
          {...rowControl(isValid, `${number}启用`)}
          defaultChecked={/^(on|true)$/.test(fieldValue(isValid) ?? "")}
        />
      </RowCell>
      <td>{count} 段</td>
      <td>
        <button className="linklike" {...remove} formAction="#types" formNoValidate aria-label={`删除${number}`}>
          删除
        </button>
      </td>
    </tr>
  );
}
