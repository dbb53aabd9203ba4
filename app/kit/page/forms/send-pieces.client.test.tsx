// @vitest-environment happy-dom
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { find, openPage, type, until } from "../../../../tests/kit/open-page";
import { onceField } from "~/kit/ground/once-field";
import { BulkPost } from "~/kit/room/bulk-post";
import { keepTyping } from "./typed.client";

// Node has a build of its own, which knows no files of a form.
// @ts-expect-error That one comes without types.
vi.doMock("tus-js-client", () => import("tus-js-client/lib.esm/browser/index.js"));
const { sendInPieces } = await import("./send-pieces.client");

const piece = 1_000_000;

interface Call {
  method: string;
  url: string;
  /** Of the piece sent. */
  bytes: number;
}
type Reply = { status: number; headers?: Record<string, string>; body?: string };

/** The server's end: what it has of each file, and how it answers; null is a broken line. */
let calls: Call[];
let stored: Map<string, { name: string; size: number; offset: number }>;
let disturb: (call: Call) => Reply | null | undefined | Promise<undefined>;
let gone: [string, string][][];

class ServerEnd {
  status = 0;
  responseText = "";
  upload: { onprogress?: (event: object) => void } = {};
  onload = () => {};
  onerror = (_: unknown) => {};
  private method = "";
  private url = "";
  private aborted = false;
  private sent: Record<string, string> = {};
  private answered: Record<string, string> = {};
  open = (method: string, url: string) =>
    void ([this.method, this.url] = [method, new URL(url, location.href).pathname]);
  setRequestHeader = (name: string, value: string) => void (this.sent[name] = value);
  getResponseHeader = (name: string) => this.answered[name] ?? null;
  abort = () => void (this.aborted = true);
  async send(body: Blob | null) {
    const method = this.sent["X-HTTP-Method-Override"] ?? this.method;
    const call = { method, url: this.url, bytes: body?.size ?? 0 };
    calls.push(call);
    await Promise.resolve();
    const disturbed = await disturb(call);
    if (this.aborted) return;
    if (disturbed === null) return this.onerror(new ProgressEvent("error"));
    const { status, headers = {}, body: words = "" } = disturbed ?? this.answer(call);
    [this.status, this.answered, this.responseText] = [status, headers, words];
    this.onload();
  }
  private answer({ method, url, bytes }: Call): Reply {
    if (method === "POST") {
      const at = `${url}/id${stored.size + 1}`;
      const name = atob(this.sent["Upload-Metadata"]!.split(" ")[1]!);
      stored.set(at, { name, size: Number(this.sent["Upload-Length"]), offset: 0 });
      return { status: 201, headers: { Location: `http://localhost:3000${at}` } };
    }
    const file = stored.get(url);
    if (!file) return { status: 404 };
    if (method === "PATCH") {
      if (Number(this.sent["Upload-Offset"]) !== file.offset) return { status: 409 };
      file.offset += bytes;
    }
    return { status: 204, headers: { "Upload-Offset": String(file.offset), "Upload-Length": String(file.size) } };
  }
}

beforeEach(() => {
  [calls, stored, gone, disturb] = [[], new Map(), [], () => undefined];
  vi.stubGlobal("XMLHttpRequest", ServerEnd);
  vi.stubGlobal("fetch", (url: string, { headers }: { headers: Record<string, string> }) => {
    calls.push({ method: headers["X-HTTP-Method-Override"]!, url: new URL(url).pathname, bytes: 0 });
    return Promise.resolve(new Response());
  });
  // However the form goes.
  const go = (form: HTMLFormElement) =>
    gone.push([...new FormData(form)].filter((pair): pair is [string, string] => typeof pair[1] === "string"));
  vi.spyOn(HTMLFormElement.prototype, "submit").mockImplementation(function (this: HTMLFormElement) {
    go(this);
  });
  localStorage.clear();
  open();
  const seen = new Set<Event>();
  addEventListener("submit", (event) => {
    seen.add(event);
    if (!event.defaultPrevented) go(event.target as HTMLFormElement);
    event.preventDefault();
  });
  // Also where somebody keeps it from being heard of.
  const sees = (event: Event) => !seen.has(event) && !event.defaultPrevented && go(event.target as HTMLFormElement);
  addEventListener("submit", (event) => queueMicrotask(() => sees(event)), true);
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});

function open() {
  openPage(
    <BulkPost
      id="form"
      keepsTyping
      picked={{ count: 0, digest: "" }}
      buttons={<button className="primary">上传文件</button>}
    >
      <input name="remark" />
      <div data-pieces="/uploads" data-most-bytes={3 * 2 ** 20} data-most-files={3}>
        <input type="file" name="files" multiple required />
        <label>
          <input type="checkbox" name="uploaded" value="before" defaultChecked />
        </label>
      </div>
    </BulkPost>,
    "/multimedia/new",
  );
  keepTyping(find("form"));
  sendInPieces(find("[data-pieces]"));
}
const chosen = () => find<HTMLInputElement>("[type=file]");
function choose(...files: [name: string, size: number][]) {
  const all = new DataTransfer();
  for (const [name, size] of files)
    all.items.add(new File([new Uint8Array(size)], name, { type: "audio/mpeg", lastModified: 1 }));
  chosen().files = all.files;
}
const send = () => find("button.primary").click();
const rows = () => [...document.querySelectorAll("li")].map((row) => row.children[2]?.textContent ?? row.textContent);
const said = () => document.querySelector("li[role=alert]")?.textContent ?? "";
const cancel = (name: string) => find(`[aria-label='取消 ${name}']`).click();
const uploaded = () =>
  gone
    .at(-1)
    ?.filter(([name]) => name === "uploaded")
    .map(([, id]) => id);
const later = () => new Promise((resolve) => setTimeout(resolve));
const hasGone = () => until(() => expect(gone).toHaveLength(1));

describe("the files of a form", () => {
  it("go in pieces before the form, which then names them in place of files sent before", async () => {
    choose(["a.mp3", 2 * piece + 1]);
    type(find("[name=remark]"), "晚高峰");
    send();
    await Promise.resolve();
    expect(gone).toEqual([]);
    await hasGone();
    expect(calls.map(({ method, bytes }) => `${method} ${bytes}`)).toEqual([
      "POST 0",
      `PATCH ${piece}`,
      `PATCH ${piece}`,
      "PATCH 1",
    ]);
    expect(uploaded()).toEqual(["id1"]);
    expect(gone[0]).toContainEqual(["remark", "晚高峰"]);
    expect([...stored.values()]).toEqual([{ name: "a.mp3", size: 2 * piece + 1, offset: 2 * piece + 1 }]);
    expect(rows()).toEqual(["已传完"]);
    expect(chosen().files).toHaveLength(0);
  });

  it("go with the form where they fit into one piece together", () => {
    choose(["a.mp3", piece / 2], ["b.mp3", piece / 2]);
    send();
    expect([gone.length, calls]).toEqual([1, []]);
  });

  it("go in pieces where they do not fit into one together", async () => {
    choose(["a.mp3", piece / 2], ["b.mp3", piece / 2 + 1], ["c.mp3", 1]);
    send();
    await hasGone();
    expect(uploaded()).toEqual(["id1", "id2", "id3"]);
  });

  it("are sent once, though the button is pressed again meanwhile", async () => {
    choose(["a.mp3", piece + 1]);
    send();
    send();
    await hasGone();
    expect(stored.size).toBe(1);
  });

  it("leave what was typed beside them kept until the form goes", async () => {
    type(find("[name=remark]"), "晚高峰");
    choose(["a.mp3", piece + 1]);
    send();
    expect(sessionStorage.length).toBe(1);
    await hasGone();
    expect(sessionStorage.length).toBe(0);
  });

  it("are refused before a byte is sent where they are too many or one is too large", async () => {
    choose(["a", piece], ["b", piece], ["c", piece], ["d", piece]);
    send();
    expect(said()).toBe("一次最多 3 个文件，请重新选择");
    choose(["a.mp3", 3 * 2 ** 20 + 1]);
    await later();
    send();
    expect(said()).toBe("文件 a.mp3 超过 3 MB，请缩小后再上传");
    expect([calls, gone, document.querySelectorAll("li").length]).toEqual([[], [], 1]);
    choose(["a.mp3", 3 * 2 ** 20]);
    await later();
    send();
    await hasGone();
  });
});

describe("a broken line", () => {
  it("is tried again by itself, and goes on where it was", async () => {
    vi.useFakeTimers();
    let breaks = 1;
    disturb = ({ method }) =>
      method === "PATCH" && stored.get("/uploads/id1")!.offset > 0 && breaks-- > 0 ? null : undefined;
    choose(["a.mp3", 3 * piece]);
    send();
    await until(() => expect(rows()[0]).toBe("网络中断，正在重试；恢复后从中断处继续"));
    await hasGone();
    expect(calls.filter(({ method }) => method === "PATCH")).toHaveLength(4);
    expect(stored.size).toBe(1);
  });

  it("keeps the form back for good, says so, and the next press goes on where it was", async () => {
    vi.useFakeTimers();
    disturb = ({ method }) => (method !== "POST" && stored.get("/uploads/id1")!.offset > 0 ? null : undefined);
    choose(["a.mp3", 2 * piece]);
    send();
    await vi.advanceTimersByTimeAsync(120_000);
    expect(rows()[0]).toBe("网络中断");
    expect(said()).toBe("有文件没有传完，再按一次“上传文件”从中断处继续，或重新选择文件");
    expect(gone).toEqual([]);
    disturb = () => undefined;
    calls = [];
    send();
    await hasGone();
    expect(calls.map(({ method }) => method)).toEqual(["HEAD", "PATCH"]);
    expect(uploaded()).toEqual(["id1"]);
  });

  it.each([
    [422, "这个文件不是声音", "这个文件不是声音"],
    [500, "<h1>错误</h1>", "网络中断"],
  ])("is told from a refusal (%i), whose words are shown", async (status, body, words) => {
    vi.useFakeTimers();
    disturb = ({ method }) => (method === "POST" ? { status, body } : undefined);
    choose(["a.mp3", 2 * piece]);
    send();
    if (status < 500) await vi.advanceTimersByTimeAsync(10);
    else await vi.advanceTimersByTimeAsync(120_000);
    expect(rows()[0]).toBe(words);
    expect(calls).toHaveLength(status < 500 ? 1 : 8);
    expect(gone).toEqual([]);
  });
});

describe("a file that is given up", () => {
  it("is taken from the server, and the others go with the form", async () => {
    let goOn = () => {};
    disturb = ({ method, url }) =>
      method === "PATCH" && stored.get(url)!.name === "a.mp3"
        ? new Promise<undefined>((resolve) => (goOn = () => resolve(undefined)))
        : undefined;
    choose(["a.mp3", piece + 1], ["b.mp3", piece + 1], ["c.mp3", 5]);
    send();
    await until(() => expect(rows()).toEqual([expect.anything(), "已传完", "已传完"]));
    expect(gone).toEqual([]);
    cancel("a.mp3");
    await hasGone();
    goOn();
    for (let turn = 0; turn < 5; turn++) await later();
    expect(calls.at(-1)).toEqual({ method: "DELETE", url: "/uploads/id1", bytes: 0 });
    expect(rows()[0]).toBe("已取消");
    expect(uploaded()).toEqual(["id2", "id3"]);
  });

  it("is never begun where its turn had not come", async () => {
    let goOn = () => {};
    const held = new Promise<undefined>((resolve) => (goOn = () => resolve(undefined)));
    disturb = ({ method }) => (method === "PATCH" ? held : undefined);
    choose(["a.mp3", piece + 1], ["b.mp3", piece + 1], ["c.mp3", 5]);
    send();
    await until(() => expect(stored.size).toBe(2));
    expect(rows()[2]).toBe("等待");
    cancel("c.mp3");
    goOn();
    await hasGone();
    expect(uploaded()).toEqual(["id1", "id2"]);
  });

  it("keeps the form back where it was the only one", async () => {
    disturb = ({ method }) => (method === "PATCH" ? new Promise<undefined>(() => {}) : undefined);
    choose(["a.mp3", piece + 1]);
    send();
    await until(() => expect(stored.size).toBe(1));
    cancel("a.mp3");
    await until(() => expect(said()).toBe("已取消，没有上传任何文件"));
    expect(gone).toEqual([]);
  });
});

it("what was typed beside files is forgotten once they are sent", async () => {
  type(find("[name=remark]"), "晚高峰");
  choose(["a.mp3", piece + 1]);
  send();
  await hasGone();
  expect(gone[0]!.map(([name]) => name)).toContain(onceField);
  open();
  expect(find<HTMLInputElement>("[name=remark]").value).toBe("");
});
