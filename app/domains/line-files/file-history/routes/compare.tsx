import { useLoaderData } from "@remix-run/react";
import { page } from "~/kit/page/http/page.server";
import { redirectWith } from "~/kit/page/http/redirect.server";
import { Heading, screen, Section } from "~/kit/page/screens";
import lined from "~/kit/page/tables/lined-table.module.css";
import { may } from "../../policy";
import { fileHistoryUrl } from "../../urls";
import { historyUrl } from "../urls";
import { compareFiles } from "../compare.server";

export const handle = screen({ title: "比较线路文件" });

export const loader = page(may.read, async ({ viewer, url, request }) => {
  const [before, after] = ["before", "after"].map((name) => url.searchParams.get(name) ?? "");
  if (!before || !after) throw await redirectWith(request, "请先选择要比较的两个文件", historyUrl, "warning");
  return compareFiles(viewer, before, after);
});

export default function CompareFiles() {
  const { before, after, changes, nodes } = useLoaderData<typeof loader>();
  return (
    <>
      <Heading note={`${before.lineName} ${before.fileVersion} → ${after.fileVersion}`}>
        <a className="button" href={fileHistoryUrl(after)}>
          返回历史
        </a>
      </Heading>
      <Section title="不同之处">
        {changes.length === 0 ? <p className="quiet">两个文件播报的内容相同。</p> : null}
        <ul>
          {changes.map((words) => (
            <li key={words}>{words}</li>
          ))}
        </ul>
      </Section>
      {nodes.length > 0 && (
        <Section title={`不同的节点（${nodes.length}）`}>
          <table className={lined.lined}>
            <caption className="unseen">不同的节点</caption>
            <thead>
              <tr>
                <th scope="col">节点</th>
                <th scope="col">{before.fileVersion}</th>
                <th scope="col">{after.fileVersion}</th>
              </tr>
            </thead>
            <tbody>
              {nodes.map(({ key, before: was, after: is }) => (
                <tr key={key}>
                  <th scope="row">{key}</th>
                  {[was, is].map((words, at) => (
                    <td key={at}>
                      {words ? (
                        words.map((one) => <div key={one}>{one}</div>)
                      ) : (
                        <span className="quiet">没有这个节点</span>
                      )}
                    </td>
                  ))}
                </tr>
              ))}
            </tbody>
          </table>
        </Section>
      )}
    </>
  );
}
