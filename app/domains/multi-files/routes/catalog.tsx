import { data } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { z } from "zod";
import { may } from "~/domains/issue-tasks/policy";
import { allows } from "~/kit/data/access/viewer";
import { attempt, problem } from "~/kit/ground/problem";
import { OnceField } from "~/kit/page/forms/once";
import { ChoiceField, NumberField, TextField } from "~/kit/page/forms/fields";
import { FieldSet } from "~/kit/page/forms/form-parts";
import { again, formDataOf, readForm, refused, type Reply } from "~/kit/page/forms/read-form";
import { recordKey, requiredText, whole } from "~/kit/page/forms/rules";
import { useRoomForm } from "~/kit/page/forms/use-room-form";
import { page } from "~/kit/page/http/page.server";
import { redirectWith } from "~/kit/page/http/redirect.server";
import { FormScreen, Heading, screen, Section } from "~/kit/page/screens";
import { catalogChoices, catalogTree, removeCatalogs, saveCatalog } from "../catalog.server";
import { catalogUrl, multiFilesUrl } from "../urls";

const CatalogForm = z.object({
  catalogUuid: recordKey.optional(),
  pid: recordKey.optional(),
  name: requiredText("目录名称", 32),
  sort: whole(0, 9999).default(0),
});

export const handle = screen({ title: "目录" });

export const loader = page(may.read, async ({ viewer, url }) => {
  const tree = await catalogTree(viewer);
  const edited = tree.find(({ catalogUuid }) => catalogUuid === url.searchParams.get("edit"));
  return {
    tree,
    edited,
    choices: await catalogChoices(viewer),
    mayWrite: allows(viewer, may.write),
    mayRemove: allows(viewer, may.remove),
  };
});

export const action = page(may.write, async ({ viewer, request }) => {
  const form = await formDataOf(request);
  const gone = form.get("remove");
  if (typeof gone === "string") {
    if (!allows(viewer, may.remove)) throw problem.forbidden();
    const done = await attempt(() => removeCatalogs(viewer, [gone]));
    if (!done.ok) return data({ reply: undefined as Reply | undefined, error: done.problem.message }, { status: 409 });
    return redirectWith(request, "已删除目录", catalogUrl);
  }
  const sent = await readForm(form, CatalogForm);
  if (sent.status !== "success") return again(sent);
  const done = await attempt(() => saveCatalog(viewer, { ...sent.value, pid: sent.value.pid ?? null }));
  if (!done.ok) return again(refused(sent, done.problem));
  return redirectWith(request, `已保存目录 ${done.value.name}`, catalogUrl);
});

export default function Catalog() {
  const { tree, edited, choices, mayWrite, mayRemove } = useLoaderData<typeof loader>();
  const answer = useActionData<typeof action>() as { reply?: Reply; error?: string } | undefined;
  const [form, fields] = useRoomForm(CatalogForm, answer?.reply, edited);
  const depth = (key: string) => /^\u3000*/.exec(choices.find(({ value }) => value === key)?.label ?? "")![0];
  const rows = choices.flatMap(({ value }) => tree.find(({ catalogUuid }) => catalogUuid === value) ?? []);
  return (
    <>
      {mayWrite ? (
        <FormScreen form={form} title={edited ? `修改目录 ${edited.name}` : "新目录"} cancelTo={catalogUrl}>
          {edited && <input type="hidden" name="catalogUuid" value={edited.catalogUuid} />}
          <FieldSet title="名称和位置">
            <TextField field={fields.name} label="目录名称" />
            <ChoiceField field={fields.pid} label="上级目录" choices={choices} empty="（最上级）" />
            <NumberField field={fields.sort} label="排序" />
          </FieldSet>
        </FormScreen>
      ) : (
        <Heading />
      )}
      <Section
        title="目录"
        actions={
          <a className="button" href={multiFilesUrl}>
            全部文件
          </a>
        }
      >
        {answer?.error && (
          <p role="alert" className="notice bad">
            {answer.error}
          </p>
        )}
        {rows.length === 0 && <p className="quiet">还没有目录。</p>}
        <form method="post">
          <OnceField />
          <ul>
            {rows.map(({ catalogUuid, name, files }) => (
              <li key={catalogUuid}>
                {depth(catalogUuid)}
                <a href={`${multiFilesUrl}?catalogUuid=${catalogUuid}`}>{name}</a>（{files}）{" "}
                {mayWrite && <a href={`?edit=${catalogUuid}`}>修改</a>}{" "}
                {mayWrite && mayRemove && (
                  <button className="button small" name="remove" value={catalogUuid} aria-label={`删除目录 ${name}`}>
                    删除
                  </button>
                )}
              </li>
            ))}
          </ul>
        </form>
      </Section>
    </>
  );
}
