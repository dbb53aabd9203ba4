import { ImportSteps } from "~/kit/page/import-flow/import-steps";
import { useActionData, useLoaderData } from "@remix-run/react";
import { page } from "~/kit/page/http/page.server";
import { again, readForm, refused } from "~/kit/page/forms/read-form";
import { attempt } from "~/kit/ground/problem";
import { redirectWith } from "~/kit/page/http/redirect.server";
import { Heading, screen } from "~/kit/page/screens";
import { ChoiceSection } from "../files/choice-section";
import { chooseFor } from "../files/file-imports.server";
import { loadFile, type ShownFile } from "../files/load-file.server";
import { TableChoiceForm } from "../files/schema";
import { may } from "../policy";
import { importUrl, lineImportsUrl } from "../urls";

export const handle = screen({ title: ({ row }: ShownFile) => `${row.fileName} 的读法` });

export const loader = page(may.write, ({ viewer, params }) => loadFile(viewer, params.importId!));

export const action = page(may.write, async ({ viewer, request, params }) => {
  const sent = await readForm(request, TableChoiceForm);
  if (sent.status !== "success") return again(sent);
  const done = await attempt(() => chooseFor(viewer, params.importId!, sent.value));
  if (!done.ok) return again(refused(sent, done.problem));
  return redirectWith(request, "已按所选的读取，正在比较", `${lineImportsUrl}/${params.importId}`);
});

export default function ChooseForFile() {
  const { row } = useLoaderData<typeof loader>();
  const answer = useActionData<typeof action>();
  return (
    <>
      <Heading note={<ImportSteps at="check" />}>
        <a className="button" href={importUrl(row)}>
          返回预览
        </a>
      </Heading>
      {row.preview ? (
        <ChoiceSection
          action={`${importUrl(row)}/choose`}
          preview={row.preview}
          choices={row.choices}
          mayImport
          reply={answer?.reply}
        />
      ) : (
        <p className="notice warn">文件还没有读取完，请返回查看进度。</p>
      )}
    </>
  );
}
