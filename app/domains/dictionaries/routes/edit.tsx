import { data } from "@remix-run/node";
import { useActionData } from "@remix-run/react";
import { page } from "~/kit/page/http/page.server";
import { formDataOf, readForm, forkRequest } from "~/kit/page/forms/read-form";
import { type EditAnswer, saveAndRedirect } from "~/kit/room/save-form.server";
import { roomForm } from "~/kit/room/served-pages.server";
import { screen } from "~/kit/page/screens";
import { EditScreen, editTitle, useEditing } from "~/kit/room/screens";
import { DictionaryFields } from "../fields";
import { applyRowButton } from "../item-form";
import { withoutSameItems } from "../item-words";
import { createDictionary, updateDictionary, usedItems } from "../queries.server";
import { DictionaryForm, dictionaryRoom, valuesOf } from "../room";
import { dictionaries } from "../room.server";

export const handle = screen({ title: editTitle(dictionaryRoom) });

export const loader = page(dictionaryRoom.may.write, (call) =>
  roomForm(call, dictionaries, async (_viewer, record) => ({
    used: record ? await usedItems(record.codeNum) : {},
  })),
);

export const action = page(dictionaryRoom.may.write, async (call) => {
  const [copy, request] = await forkRequest(call.request);
  const form = await formDataOf(copy);
  const rows = applyRowButton(form);
  const saves = !form.get("do");
  if (rows && !saves)
    return data({
      reply: { ...(await readForm(rows, DictionaryForm)).reply, status: "error" as const, error: {} },
      pressed: String(form.get("do")),
    });
  return saveAndRedirect(
    { ...call, request: rows ? withForm(request, rows) : request },
    dictionaryRoom,
    DictionaryForm,
    {
      create: (viewer, sent) => createDictionary(viewer, valuesOf(sent)),
      update: (viewer, key, sent, version) => updateDictionary(viewer, key, valuesOf(sent), version),
    },
  );
});

function withForm(request: Request, form: FormData): Request {
  const headers = new Headers(request.headers);
  for (const name of ["Content-Type", "Content-Length"]) headers.delete(name);
  return new Request(request.url, { method: "POST", headers, body: form });
}

export default function EditDictionary() {
  const { conflict, pressed } = (useActionData() as (EditAnswer & { pressed?: string }) | undefined) ?? {};
  const given = useEditing<typeof loader>();
  return (
    <EditScreen room={conflict ? withDifferences(conflict) : dictionaryRoom}>
      <DictionaryFields {...given} pressed={pressed} />
    </EditScreen>
  );
}

/** The room's words, of the items only those that are not the same on all three sides. */
function withDifferences({ original, mine, theirs }: NonNullable<EditAnswer["conflict"]>) {
  const sides = [original, mine, theirs];
  const shown = withoutSameItems(sides);
  const { labels, show } = dictionaryRoom.words;
  const short = (value: unknown) =>
    shown[sides.findIndex((side) => side.dictItemList === value)]?.dictItemList ?? value;
  return {
    ...dictionaryRoom,
    words: {
      labels,
      show: (name: string, value: unknown) => show(name, name === "dictItemList" ? short(value) : value),
    },
  };
}
