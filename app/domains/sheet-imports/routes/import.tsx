import { ImportSteps } from "~/kit/page/import-flow/import-steps";
import { rm } from "node:fs/promises";
import { useActionData, useLoaderData } from "@remix-run/react";
import { allows } from "~/kit/data/access/viewer";
import { OnceField } from "~/kit/page/forms/once";
import type { Field } from "~/kit/page/forms/field";
import { ChoiceField, ChoicesField, RadioField, TextareaField, TextField } from "~/kit/page/forms/fields";
import { Buttons, ErrorSummary, Fields } from "~/kit/page/forms/form-parts";
import { type KeptPieces, PiecesField } from "~/kit/page/forms/pieces-field";
import { again, alsoRefused, readForm, refused, refusedFile, type Reply } from "~/kit/page/forms/read-form";
import { useRoomForm } from "~/kit/page/forms/use-room-form";
import { acceptWithPieces } from "~/kit/page/http/accept-upload.server";
import { pastedFile } from "~/kit/data/files/pasted-file.server";
import { page } from "~/kit/page/http/page.server";
import { redirectWith } from "~/kit/page/http/redirect.server";
import { Heading, screen, Section } from "~/kit/page/screens";
import { attempt, problem } from "~/kit/ground/problem";
import { sheetLimits } from "~/kit/ground/files/limits";
import { settings } from "~/kit/ground/settings.server";
import { startSheetImport } from "~/kit/room/sheets/sheet-imports.server";
import { offeredSheets } from "../offered.server";
import { may } from "../policy";
import { modeChoices, PageForm } from "../schema";
import { TemplateTable } from "../template-table";
import { importUrl, listUrl, piecesUrl } from "../urls";

export const handle = screen({ title: "Excel导入" });

export const loader = page(may.read, ({ viewer, url }) => {
  const sheets = offeredSheets(viewer);
  const asked = url.searchParams.get("template");
  return {
    sheets,
    mayImport: allows(viewer, may.write) && sheets.some(({ imports }) => imports),
    template: sheets.find(({ templateCode, imports }) => imports && templateCode === asked)?.templateCode,
    limit: Math.min(settings().UPLOAD_LIMIT_MB, sheetLimits.fileBytes / 2 ** 20),
  };
});

export const action = page(may.write, async ({ viewer, request }) => {
  const upload = await attempt(() => acceptWithPieces(viewer, request, { tellFaults: true }));
  if (!upload.ok) return again(refusedFile(upload.problem.message));
  try {
    const sent = await readForm(upload.value.form, PageForm);
    const [file] = upload.value.files;
    const pasted = upload.value.form.get("pasted");
    const isPasted = typeof pasted === "string" && pasted.trim() !== "";
    const fault = file
      ? isPasted
        ? "请只选择文件，或只粘贴，不能同时都有"
        : file.fault
      : isPasted
        ? undefined
        : "请选择要导入的文件，或在下面粘贴";
    if (fault) return again(alsoRefused(sent, problem.field("file", fault)));
    if (sent.status !== "success") return again(sent, { kept: upload.value.keepPieces() });
    const by = { ...viewer, confirmed: upload.value.form.getAll("confirmed").map(String) };
    const { pasted: _, ...given } = sent.value;
    const taken = file ?? (await pastedFile(pasted as string));
    const started = await attempt(() => startSheetImport(by, given, taken));
    await rm(taken.path, { force: true });
    if (!started.ok) return again(refused(sent, started.problem), { kept: upload.value.keepPieces() });
    return await redirectWith(request, "已上传，正在检查", importUrl({ importId: started.value }));
  } finally {
    await upload.value.discard();
  }
});

export default function SheetImports() {
  const { sheets, mayImport, template, limit } = useLoaderData<typeof loader>();
  const answer = useActionData() as { reply?: Reply; kept?: KeptPieces[] } | undefined;
  const [form, fields] = useRoomForm(PageForm, answer?.reply, { templateCode: template, mode: "both" });
  const file = { id: `${form.id}-file`, name: "file", errors: form.allErrors.file } as Field;
  const offered = sheets.filter(({ imports }) => imports);
  return (
    <>
      <Heading note={<ImportSteps at="choose" />}>
        <a className="button" href={listUrl}>
          导入列表
        </a>
      </Heading>
      {mayImport && (
        <Section title="上传">
          <form method="post" encType="multipart/form-data" id={form.id}>
            <OnceField />
            <ErrorSummary
              form={form}
              labels={{ templateCode: "模板", file: "文件", pasted: "粘贴", mode: "方式", reason: "修改原因" }}
            />
            <Fields>
              <ChoiceField
                field={fields.templateCode}
                label="模板"
                required
                choices={offered.map(({ templateCode, title }) => ({ value: templateCode, label: title }))}
              />
              <RadioField field={fields.mode} label="方式" choices={modeChoices} />
              <PiecesField
                at={piecesUrl}
                limit={limit}
                kept={answer?.kept}
                field={file}
                label="文件"
                accept=".xlsx,.xls,.et,.csv,.txt,.tsv"
                hint={`Excel 工作簿（.xlsx、.xls）、WPS 表格（.et）或 CSV，最大 ${limit} MB、10 万行；表头与下面的模板不同时，下一步对应`}
              />
              <TextareaField
                field={fields.pasted}
                label="或粘贴"
                rows={4}
                placeholder={"自编号\t车牌号\t备注\n1001\t京A12345\t"}
                hint="从 Excel 或 WPS 复制后粘贴，最好连表头一起复制；最多 30 万字"
                wide
              />
              <ChoicesField
                field={{ id: `${form.id}-confirmed`, name: "confirmed" }}
                label="提醒已核对"
                choices={[{ value: "outside-area", label: "运营范围之外的站点也导入" }]}
              />
              <TextField field={fields.reason} label="修改原因" hint="可以不填，会写入每条记录的修改历史" />
            </Fields>
            <Buttons save="上传并检查" />
          </form>
        </Section>
      )}
      <Section title="模板与导出">
        {sheets.length > 0 ? (
          <TemplateTable sheets={sheets} />
        ) : (
          <p className="quiet">您没有查看或编辑任何可导入资料的权限，请联系管理员。</p>
        )}
      </Section>
    </>
  );
}
