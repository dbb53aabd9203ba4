import { useLoaderData } from "@remix-run/react";
import { jobsUrl, requestsUrl } from "~/domains/logs/policy";
import { size } from "~/kit/data/installation/findings.server";
import { countUnfinishedJobs } from "~/kit/data/jobs/jobs.server";
import { pool } from "~/kit/data/db/pool.server";
import { settings } from "~/kit/ground/settings.server";
import { slowDays } from "~/kit/data/logs/slow-statements.server";
import { formatTime } from "~/kit/ground/time/format-time";
import { page } from "~/kit/page/http/page.server";
import { Heading, screen, Section } from "~/kit/page/screens";
import table from "~/kit/page/tables/framed-table.module.css";
import { stateMark } from "~/kit/page/tables/state-mark";
import { may } from "../policy";
import { findings, keptData, runningProcesses, slowFunctions, slowStatements, type SlowWork } from "../queries.server";

export const handle = screen({ title: "运行状况" });

export const loader = page(may.read, async () => {
  const [found, processes, kept, jobs, functions, statements] = await Promise.all([
    findings(),
    runningProcesses(),
    keptData(),
    countUnfinishedJobs(),
    slowFunctions(),
    slowStatements(),
  ]);
  const { totalCount, idleCount, waitingCount } = pool();
  return {
    found,
    processes: processes.map(({ address, since }) => ({
      address: address ?? "数据库所在的主机",
      since: formatTime(since, settings().OPERATOR_TIME_ZONE),
    })),
    kept: kept.map(({ bytes, rows, ...one }) => ({
      ...one,
      size: size(bytes),
      rows: Number.isNaN(rows) ? "" : Math.round(rows).toLocaleString("zh-CN"),
    })),
    jobs,
    slowDays,
    functions: functions.map(inWords),
    statements: statements.map(inWords),
    here: {
      memory: size(process.memoryUsage.rss()),
      busy: totalCount - idleCount,
      most: settings().DB_POOL_SIZE,
      waiting: waitingCount,
    },
  };
});

const inWords = ({ most, altogether, last, function: asker, ...one }: SlowWork) => ({
  ...one,
  asker: asker ?? "",
  most: `${(most / 1000).toFixed(1)} 秒`,
  altogether: `${(altogether / 1000).toFixed(0)} 秒`,
  last: formatTime(last, settings().OPERATOR_TIME_ZONE),
});

export default function RunningState() {
  const { found, processes, kept, jobs, slowDays: days, functions, statements, here } = useLoaderData<typeof loader>();
  const troubles = found.filter(({ mark }) => mark !== "好").length;
  return (
    <>
      <Heading />
      <p className="quiet">
        {troubles === 0 ? "检查的各项都正常。" : `有 ${troubles} 项要看一看。`}
        服务器上执行 npm run doctor 看到的是同样的检查。
      </p>
      <Section title="检查">
        <table className={table.framed}>
          <caption className="unseen">检查</caption>
          <thead>
            <tr>
              <th scope="col">结果</th>
              <th scope="col">说明</th>
            </tr>
          </thead>
          <tbody>
            {found.map(({ mark, words }) => (
              <tr key={words}>
                <td className={table.short}>{stateMark(markInWords[mark])}</td>
                <td className={table.wide}>{words}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </Section>
      <Section title={`运行中的进程（${processes.length}）`}>
        <p>
          回答这一页的进程用了 {here.memory} 内存，数据库连接在用 {here.busy}、最多 {here.most}
          {here.waiting > 0 && `，有 ${here.waiting} 个请求在等连接`}。后台任务 {jobs.running} 个在执行、{jobs.waiting}{" "}
          个在等待，详见<a href={jobsUrl}>系统任务日志</a>；哪些功能出错，看
          <a href={`${requestsUrl}?result=fault`}>功能访问日志</a>。
        </p>
        <table className={table.framed}>
          <caption className="unseen">运行中的进程</caption>
          <thead>
            <tr>
              <th scope="col">主机</th>
              <th scope="col">从何时起连着数据库</th>
            </tr>
          </thead>
          <tbody>
            {processes.map(({ address, since }, at) => (
              <tr key={at}>
                <td className={table.short}>{address}</td>
                <td className={table.short}>{since}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </Section>
      <Section title={`最近 ${days} 天慢的功能`}>
        <SlowTable caption="慢的功能" rows={functions} empty="没有用时 1 秒以上的页面和接口。" />
        {functions.length > 0 && (
          <p className="quiet">
            只算用时 1 秒以上的，按一共用的时间排列，最多列 {functions.length} 个；导入、导出、上传本来就久。逐次的看
            <a href={`${requestsUrl}?speed=slow`}>功能访问日志</a>。
          </p>
        )}
      </Section>
      <Section title={`最近 ${days} 天慢的语句`}>
        <SlowTable caption="慢的语句" rows={statements} empty="没有用时超过 SLOW_STATEMENT_MS 的数据库语句。" />
        {statements.length > 0 && (
          <p className="quiet">
            语句里没有资料的内容。编号是最近一次是谁问的：在程序的日志里搜索它，能找到那个请求或任务的其他记录。
          </p>
        )}
      </Section>
      <Section title="资料占多少、保留多久">
        <table className={table.framed}>
          <caption className="unseen">资料占多少、保留多久</caption>
          <thead>
            <tr>
              {["资料", "大小", "约多少条", "保留"].map((title) => (
                <th scope="col" key={title} className={table.short}>
                  {title}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {kept.map((one) => (
              <tr key={one.what}>
                <td className={table.short}>{one.what}</td>
                <td className={table.short}>{one.size}</td>
                <td className={table.short}>{one.rows}</td>
                <td className={table.short}>{one.kept}</td>
              </tr>
            ))}
          </tbody>
        </table>
        <p className="quiet">保留多久由服务器上的设置决定，括号里是它的名字；满了的整月、整天自动删除。</p>
      </Section>
    </>
  );
}

function SlowTable(props: { caption: string; rows: ReturnType<typeof inWords>[]; empty: string }) {
  if (props.rows.length === 0) return <p className="quiet">{props.empty}</p>;
  return (
    <table className={table.framed}>
      <caption className="unseen">{props.caption}</caption>
      <thead>
        <tr>
          {["什么", "次数", "最久", "一共", "最近一次", "它的编号"].map((title) => (
            <th scope="col" key={title} className={table.short}>
              {title}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {props.rows.map((one) => (
          <tr key={one.what}>
            <td className={table.wide}>{one.what}</td>
            <td className={table.short}>{one.times}</td>
            <td className={table.short}>{one.most}</td>
            <td className={table.short}>{one.altogether}</td>
            <td className={table.short}>{one.last}</td>
            <td>
              {one.asker} {one.requestId}
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

const markInWords = { 好: "正常", 注意: "注意", 有问题: "有问题" };
