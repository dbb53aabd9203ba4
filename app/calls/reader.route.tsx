import { useLoaderData } from "@remix-run/react";
import { describeCalls } from "~/calls/description.server";
import { page } from "~/kit/page/http/page.server";
import { apiDocument } from "~/permissions";
import { Heading, screen } from "~/kit/page/screens";
import styles from "./reader.module.css";

export const handle = screen({ title: "接口文档" });

interface Operation {
  summary: string;
  "x-permission": string;
  parameters?: unknown[];
  requestBody?: { content: { "application/json": { schema: unknown } } };
  responses: {
    200: {
      content: Record<string, object> & {
        "application/json": { schema: { properties: { data: { anyOf?: unknown[] } } } };
      };
    };
  };
}

export const loader = page(apiDocument.permission, async ({ url }) => {
  const { paths } = describeCalls() as { paths: Record<string, Record<string, Operation>> };
  const search = url.searchParams.get("search")?.trim() ?? "";
  const wanted = search.toLowerCase();
  const found = Object.entries(paths)
    .map(([path, methods]) => ({ path, method: Object.keys(methods)[0]!, operation: Object.values(methods)[0]! }))
    .filter(({ path, operation }) => `${path} ${operation.summary}`.toLowerCase().includes(wanted));
  const opened = found.length === 1 ? found[0]!.path : url.searchParams.get("call");
  // The descriptions of all calls are 3 MB, so only one is sent.
  const calls = found.map(({ path, method, operation }) => ({
    path,
    summary: operation.summary,
    method: method.toUpperCase(),
    permission: operation["x-permission"],
    described: path === opened ? describe(operation) : undefined,
  }));
  return { calls, search, total: Object.keys(paths).length };
});

const describe = (operation: Operation) => ({
  request: operation.requestBody?.content["application/json"].schema ?? operation.parameters,
  files: Object.keys(operation.responses[200].content).filter((type) => type !== "application/json"),
  reply: replyOf(operation),
});

function replyOf({ responses }: Operation): unknown {
  const { data } = responses[200].content["application/json"].schema.properties;
  return data.anyOf?.[0] ?? data;
}

const permissions: Record<string, string> = { public: "无需登录", "signed-in": "登录即可" };

export default function ApiReader() {
  const { calls, search, total } = useLoaderData<typeof loader>();
  return (
    <>
      <Heading note={`共 ${total} 个接口`}>
        <a className="button" href="/api/openapi.json">
          OpenAPI 文档
        </a>
      </Heading>
      <form className={styles.search}>
        <input
          type="search"
          name="search"
          defaultValue={search}
          placeholder="路径或说明，例如 sta/v1.0、站点"
          aria-label="查找接口"
        />
        <button className="button">查找</button>
      </form>
      {calls.length === 0 && <p className="quiet">没有路径或说明包含“{search}”的接口。</p>}
      <ul className={styles.calls}>
        {calls.map(({ path, method, summary, permission, described }) => (
          <li key={path} id={described && "call"}>
            <p>
              <b>{method}</b> <a href={described ? addressOf({ search }) : addressOf({ search, call: path })}>{path}</a>{" "}
              {summary} <span className="quiet">{permissions[permission] ?? permission}</span>
            </p>
            {described && (
              <>
                <h3>请求</h3>
                <pre tabIndex={0}>{JSON.stringify(described.request, null, 2)}</pre>
                {described.files.length > 0 ? (
                  <>
                    <h3>返回文件</h3>
                    <p>{described.files.join("、")}；拒绝时返回 JSON 信封。</p>
                  </>
                ) : (
                  <>
                    <h3>返回 data</h3>
                    <pre tabIndex={0}>{JSON.stringify(described.reply, null, 2)}</pre>
                  </>
                )}
              </>
            )}
          </li>
        ))}
      </ul>
    </>
  );
}

function addressOf({ search, call }: { search: string; call?: string }): string {
  const query = new URLSearchParams({ ...(search && { search }), ...(call && { call }) });
  return `?${query}${call ? "#call" : ""}`;
}
