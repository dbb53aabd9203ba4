import { useLoaderData } from "@remix-run/react";
import { requireLine } from "~/domains/lines/queries.server";
import { allows } from "~/kit/data/access/viewer";
import { page } from "~/kit/page/http/page.server";
import { Heading, screen, Section } from "~/kit/page/screens";
import { type FileLine, nextStep } from "../file-lines-table";
import { listFileLines } from "../file-lines.server";
import { Journey } from "../journey";
import { may } from "../policy";
import { fileHistoryUrl, newFileUrl } from "../urls";

export const handle = screen({ title: ({ lineName }: { lineName: string }) => `${lineName} 的语音` });

export const loader = page(may.read, async ({ viewer, params }) => {
  const { lineUuid, lineName } = await requireLine(viewer, params.lineUuid!);
  const { rows } = await listFileLines(viewer, { filters: { lineUuid }, page: 1, size: 200, sort: [] });
  return {
    lineName,
    rows,
    announcedUrl: `/line/line-management/${lineUuid}/announced`,
    rights: {
      write: allows(viewer, may.write),
      issue: allows(viewer, "issue-task.write"),
      announced: allows(viewer, "issue-task.read"),
    },
  };
});

export default function LineVoice() {
  const { announcedUrl, rows, rights } = useLoaderData<typeof loader>();
  return (
    <>
      <Heading>
        {rights.announced && (
          <a className="button" href={announcedUrl}>
            车辆报什么
          </a>
        )}
      </Heading>
      {rows.length === 0 && <p className="quiet">还没有生效或待生效的线路版本：先编辑站点并使它生效，再做线路文件。</p>}
      {rows.map((row) => (
        <Variant key={row.classifySid} row={row} rights={rights} />
      ))}
    </>
  );
}

function Variant({ row, rights }: { row: FileLine; rights: { write: boolean; issue: boolean } }) {
  const next = nextStep(row, rights);
  const { fileUuid, draftUuid, classifySid } = row;
  return (
    <Section
      title={`${row.classifyName}${row.sortType === 1 ? "（主）" : "（副）"}`}
      actions={
        <>
          <a href={fileHistoryUrl({ classifySid })}>历史文件</a>{" "}
          {next && (
            <a className="button primary" href={next.href}>
              {next.label}
            </a>
          )}
        </>
      }
    >
      <Journey
        facts={{
          ...row,
          fileUuid: draftUuid ?? fileUuid,
          isDraft: draftUuid !== null,
          isOutdated: row.standing === "outdated" && !draftUuid,
        }}
      />
      {row.changed && (
        <p className="quiet">
          生成以后的变化：{row.changed}
          {row.since && `（${row.since} 起）`}
        </p>
      )}
      {!fileUuid && !draftUuid && rights.write && (
        <p>
          <a href={newFileUrl(classifySid)}>新建线路文件</a>
        </p>
      )}
    </Section>
  );
}
