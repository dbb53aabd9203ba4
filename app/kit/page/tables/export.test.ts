import { createElement } from "react";
import iconv from "iconv-lite";
import { describe, expect, it, vi } from "vitest";
import { z } from "zod";
import { csvLine } from "./csv";
import { defineTable } from "./define-table";
import { exportPage } from "./export.server";

vi.mock("./list-views.server", () => ({ readListView: async () => ({ columns: null }) }));

interface Depot {
  num: string;
  name: string;
  bays: number | null;
}

const table = defineTable<Depot>()({
  columns: [
    { id: "num", header: "编号", cell: (row) => createElement("a", { href: "/x" }, row.num) },
    { id: "name", header: "名称, 全称" },
    { id: "bays", header: "车位" },
  ],
  filters: z.object({}),
  filterFields: [],
  sortBy: "num",
  rowKey: (row) => row.num,
});

type Call = Parameters<typeof exportPage>[0];

function callOf(
  query = "",
  {
    method = "GET",
    signal,
    waitForDrain = () => undefined,
  }: { method?: string; signal?: AbortSignal; waitForDrain?: () => Promise<void> | undefined } = {},
): Call {
  const url = new URL(`http://127.0.0.1/depots/export${query}`);
  return {
    request: new Request(url, { method, signal }),
    url,
    params: {},
    viewer: {},
    facts: { waitForDrain },
  } as unknown as Call;
}

/** Batches of rows, telling how many were asked for and whether the source was released. */
function source(batches: Depot[][]) {
  const seen = { given: 0, released: false };
  const stream = async function* () {
    try {
      for (const batch of batches) {
        seen.given += 1;
        yield batch;
      }
    } finally {
      seen.released = true;
    }
  };
  return { seen, stream };
}

const depots: Depot[] = [
  { num: "CZ01", name: '城东"老"场, 北区', bays: 12 },
  { num: "-3.5", name: "=1+1", bays: -4 },
  { num: "@x", name: "＝A1", bays: null },
];

describe("a CSV line", () => {
  it.each([
    [["a", "b"], "a,b\r\n"],
    [['say "x"', "a,b", "a\nb"], '"say ""x""","a,b","a\nb"\r\n'],
    [["=1+1", "+86", "@SUM(1)", "-1+1", "\tx", "\rx", "＝1"], "'=1+1,'+86,'@SUM(1),'-1+1,'\tx,\"'\rx\",'＝1\r\n"],
    [
      ["0012", "110108199001011234", "13800001111", "0", "12.50"],
      "0012\t,110108199001011234\t,13800001111,0,12.50\r\n",
    ],
    [["-1", "-1.5", "-", "--1", "-1e5", ""], "-1,-1.5,'-,'--1,'-1e5,\r\n"],
  ])("of %j is %j", (values, line) => {
    expect(csvLine(values)).toBe(line);
  });
});

describe("an export", () => {
  it("is UTF-8 with its mark, a heading and every batch, under a Chinese name", async () => {
    const { stream, seen } = source([depots.slice(0, 1), depots.slice(1)]);
    const answer = await exportPage(callOf(), table, stream, "场站");
    expect(answer.headers.get("Content-Disposition")).toMatch(
      /^attachment; filename="__ \d{4}-\d\d-\d\d.csv"; filename\*=UTF-8''%E5%9C%BA%E7%AB%99%20\d{4}-\d\d-\d\d.csv$/,
    );
    const bytes = new Uint8Array(await answer.arrayBuffer());
    expect([...bytes.slice(0, 3)]).toEqual([0xef, 0xbb, 0xbf]);
    expect(new TextDecoder().decode(bytes)).toBe(
      '编号,"名称, 全称",车位\r\nCZ01,"城东""老""场, 北区",12\r\n-3.5,\'=1+1,-4\r\n\'@x,\'＝A1,\r\n',
    );
    expect(seen).toEqual({ given: 2, released: true });
  });

  it("is GBK when asked, with a square for what GBK lacks", async () => {
    const { stream } = source([[{ num: "𠮷1", name: "站👩‍👩‍👧é€", bays: 1 }]]);
    const answer = await exportPage(callOf("?charset=gbk"), table, stream, "场站");
    expect(answer.headers.get("Content-Type")).toBe("text/csv; charset=gbk");
    expect(iconv.decode(Buffer.from(await answer.arrayBuffer()), "gbk")).toBe(
      '编号,"名称, 全称",车位\r\n□1,站□□□□□é€,1\r\n',
    );
  });

  it("reads nothing for a HEAD", async () => {
    const { stream, seen } = source([depots]);
    expect((await exportPage(callOf("", { method: "HEAD" }), table, stream, "场站")).status).toBe(200);
    expect(seen.given).toBe(0);
  });

  it("asks for the next batch only when the client has taken the last", async () => {
    let take: (() => void) | undefined;
    const { stream, seen } = source([depots, depots, depots]);
    const answer = await exportPage(
      callOf("", {
        waitForDrain: () => (seen.given === 2 && !take ? new Promise<void>((resolve) => (take = resolve)) : undefined),
      }),
      table,
      stream,
      "场站",
    );
    const reader = answer.body!.getReader();
    for (let read = 0; read < 4; read++) await reader.read();
    const next = reader.read();
    await new Promise((resolve) => setTimeout(resolve, 20));
    expect(seen.given).toBe(2);
    take!();
    expect((await next).done).toBe(false);
    expect(seen.given).toBe(3);
    await reader.cancel();
    expect(seen.released).toBe(true);
  });

  it("lets two run and asks a third to come again, until one ends or its client goes", async () => {
    const gone = new AbortController();
    const [first, second] = [source([depots, depots]), source([depots])];
    const one = await exportPage(callOf("", { signal: gone.signal }), table, first.stream, "场站");
    await one.body!.getReader().read();
    await exportPage(callOf(), table, second.stream, "场站").then(async (two) => {
      const third = await exportPage(callOf(), table, second.stream, "场站");
      expect([third.status, third.headers.get("Retry-After")]).toEqual([429, "30"]);
      expect(await third.text()).toContain("同时导出的人较多");
      gone.abort();
      await new Promise((resolve) => setTimeout(resolve, 5));
      expect(first.seen.released || first.seen.given === 0).toBe(true);
      const again = await exportPage(callOf(), table, source([depots]).stream, "场站");
      expect(again.status).toBe(200);
      await Promise.all([two.text(), again.text()]);
    });
    expect(
      (await exportPage(callOf(), table, source([]).stream, "场站").then((last) => last.text())).startsWith("编号"),
    ).toBe(true);
  });
});
