import { useLoaderData } from "@remix-run/react";
import { settings } from "~/kit/ground/settings.server";
import { sizeText } from "~/kit/data/files/size-text";
import { formatTime } from "~/kit/ground/time/format-time";
import { page } from "~/kit/page/http/page.server";
import { DetailScreen, screen, Section } from "~/kit/page/screens";
import { PlainTable } from "~/kit/page/tables/plain-table";
import { getDetail } from "../details.server";
import { logTable } from "../log-table";
import { may } from "../policy";
import type { DetailRow } from "../rows";
import { taskUrl } from "../urls";

export const handle = screen({
  title: ({ detail }: { detail: DetailRow }) => `${detail.busSelfCode} ${detail.fileName} ${detail.fileVersion}`,
  under: ({ detail }: { detail: DetailRow }) => [{ title: detail.taskName, href: taskUrl(detail) }],
  refresh: ({ detail }: { detail: DetailRow }) => ([0, 1].includes(detail.state) ? 5 : undefined),
});

export const loader = page(may.read, async ({ viewer, params }) => {
  const detail = await getDetail(viewer, params.detailUuid!);
  const shown = (at: string | null) => at && formatTime(new Date(at), settings().OPERATOR_TIME_ZONE);
  const { nextTryAt, noticeTime, downloadStart, downloadEnd, deadline, resultTime } = detail;
  return {
    detail,
    log: detail.log.map((row, nth) => ({ ...row, nth })),
    times: [
      { label: "通知", value: shown(noticeTime) },
      { label: "开始下载", value: shown(downloadStart) },
      { label: "下载完", value: shown(downloadEnd) },
      { label: "结果", value: shown(resultTime) },
      { label: "最迟", value: shown(deadline) },
      { label: "下次重试", value: shown(nextTryAt) },
    ],
  };
});

export default function Vehicle() {
  const { detail, log, times } = useLoaderData<typeof loader>();
  const bus = <a href={`/bus/bus-management/${detail.busUuid}`}>{`${detail.busSelfCode} ${detail.plateNum}`}</a>;
  const device = <a href={`/device/device-management/${detail.devUuid}`}>{detail.devSelfCode}</a>;
  return (
    <DetailScreen
      note={detail.stateName}
      actions={
        <a className="button" href={taskUrl(detail)}>
          返回任务
        </a>
      }
      sections={[
        {
          title: "下发",
          facts: [
            { label: "任务", value: <a href={taskUrl(detail)}>{detail.taskName}</a> },
            { label: "车辆", value: bus },
            { label: "设备", value: device },
            { label: "线路", value: detail.lineName },
            { label: "文件", value: `${detail.fileName} ${detail.fileVersion}` },
            { label: "格式", value: detail.format },
            { label: "大小", value: detail.sizeBytes === null ? null : sizeText(detail.sizeBytes) },
            { label: "CRC-32", value: detail.crc32 },
            { label: "批次", value: detail.stage },
            { label: "进度", value: `${detail.percent}%` },
            { label: "进展", value: detail.progressText },
            { label: "次数", value: detail.tries },
            { label: "最近的原因", value: detail.lastError },
            { label: "报告的版本", value: detail.reportedVersion },
          ],
        },
        { title: "时间", facts: times },
      ]}
    >
      <Section title="经过">
        <PlainTable table={logTable} rows={log} caption="状态的变化" empty="还没有变化。" />
      </Section>
    </DetailScreen>
  );
}
