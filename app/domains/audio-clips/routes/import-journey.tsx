import { ImportSteps } from "~/kit/page/import-flow/import-steps";
import { data } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { attempt } from "~/kit/ground/problem";
import { OnceField } from "~/kit/page/forms/once";
import { formDataOf } from "~/kit/page/forms/read-form";
import { page } from "~/kit/page/http/page.server";
import { redirectWith } from "~/kit/page/http/redirect.server";
import { ImportEnd } from "~/kit/page/import-flow/import-end";
import { isBusy } from "~/kit/page/import-flow/import-states";
import { refuseConfirmation } from "~/kit/page/import-flow/refuse-confirmation.server";
import { Heading, ProgressScreen, screen, Section } from "~/kit/page/screens";
import { type Correction, correctRows } from "../correct-rows.server";
import { ImportFiles } from "../import-files";
import { importsUrl, importUrl } from "../import-row";
import { confirmUpload, findImport } from "../imports.server";
import { loadImport, type LoadedImport } from "../load-import.server";
import { audioRoom } from "../room";

export const handle = screen({
  title: ({ row }: LoadedImport) => (row.kind === "speak" ? row.fileName : `批量上传 ${row.fileName.slice(0, 40)}`),
  refresh: ({ row }: LoadedImport) => (isBusy(row.state) ? 2 : undefined),
});

export const loader = page(audioRoom.may.write, ({ viewer, params, url }) => loadImport(viewer, params.importId!, url));

export const action = page(audioRoom.may.write, async ({ viewer, request, params, url }) => {
  const importId = params.importId!;
  const form = await formDataOf(request);
  const corrections = form.getAll("row").map((row): Correction => ({
    row: Number(row),
    whom: String(form.get(`whom-${String(row)}`) ?? "")
      .trim()
      .slice(0, 64),
    isSkipped: form.has(`skip-${String(row)}`),
  }));
  const done = await attempt(async () => {
    await correctRows(
      viewer,
      importId,
      corrections.filter(({ row }) => Number.isInteger(row) && row > 0),
    );
    return form.get("intent") === "confirm" ? confirmUpload(viewer, importId, form.has("onlyGood")) : undefined;
  });
  if (!done.ok) {
    const errors: Record<string, string[]> = {};
    for (const { path, message } of done.problem.errors) (errors[path] ??= []).push(message);
    const typed = Object.fromEntries([...form].map(([name, value]) => [name, String(value)]));
    return refuseConfirmation(request, {
      problem: done.problem,
      now: await findImport(viewer, importId),
      url: importUrl({ importId }),
      beside: () => data({ errors, typed, message: done.problem.message }, { status: 422 }),
    });
  }
  const said = { true: "已确认，正在保存", false: "之前已经确认过，没有重复导入", undefined: "已保存更正" };
  return redirectWith(
    request,
    said[`${done.value}` as keyof typeof said],
    importUrl({ importId }) + (done.value === undefined ? url.search : ""),
  );
});

export default function ImportJourney() {
  const loaded = useLoaderData<typeof loader>();
  const answer = useActionData<typeof action>();
  const { row, counts } = loaded;
  if (isBusy(row.state))
    return (
      <ProgressScreen
        step={row.phase || "等待开始"}
        done={row.progress}
        state="running"
        actions={
          row.state !== "applying" && (
            <a className="button" href={`${importUrl(row)}/cancel`}>
              取消
            </a>
          )
        }
      />
    );
  if (row.state === "preview") return <Preview loaded={loaded} answer={answer} />;
  const { created = 0, replaced = 0, refused = 0 } = row.result ?? {};
  return (
    <ImportEnd
      row={row}
      backTo={loaded.from ?? audioRoom.url}
      another={{ href: importsUrl }}
      facts={[
        { label: "新增", value: `${created} 段` },
        { label: "替换", value: `${replaced} 段` },
        { label: "没有保存", value: `${refused} 个` },
      ]}
    >
      {row.state === "done" && loaded.from && (
        <p role="status">
          读完了，<a href={loaded.from}>回到线路文件</a>继续。
        </p>
      )}
      {row.state === "done" && created + replaced > 0 && (
        <p>
          <a className="button" href={`${audioRoom.url}/batch/${row.importId}`}>
            查看或撤销
          </a>
        </p>
      )}
      {counts.rows > 0 && <ImportFiles loaded={loaded} />}
    </ImportEnd>
  );
}

interface PreviewProps {
  loaded: LoadedImport;
  answer?: { errors: Record<string, string[]>; typed: Record<string, string>; message: string };
}

function Preview({ loaded, answer }: PreviewProps) {
  const { row, counts } = loaded;
  const bad = counts.open + counts.faulty;
  return (
    <form method="post">
      <OnceField />
      <Heading note={<ImportSteps at="check" />}>
        <a className="button" href={`${importUrl(row)}/cancel`}>
          取消
        </a>
      </Heading>
      <Section title="还没有保存：请核对每个文件用于哪个站或哪段文稿">
        {answer && (
          <p role="alert" className="notice bad">
            {answer.message}
          </p>
        )}
        <p>
          共 {counts.rows} 个文件：可以导入 {counts.good} 个（站名 {counts.forStations} 个，替换朗读的{" "}
          {counts.replacing} 个）， 要指明用途 {counts.open} 个，不能用 {counts.faulty} 个，与已有的相同或相近{" "}
          {counts.doubled} 个，不导入 {counts.skipped} 个。
        </p>
        {bad > 0 && (
          <label>
            <input type="checkbox" name="onlyGood" aria-describedby="only-good" /> 只导入没有问题的，放弃 {bad} 个
          </label>
        )}
        <p>
          <button className="button primary" name="intent" value="confirm">
            确认导入
          </button>{" "}
          <button className="button" name="intent" value="correct">
            保存更正
          </button>
        </p>
        <p className="quiet">“用于”里写站点编号或站名，那就是这个站的站名；写别的文字，就是一段文稿。</p>
        <ImportFiles loaded={loaded} errors={answer?.errors} typed={answer?.typed} />
      </Section>
    </form>
  );
}
