import { Upload } from "tus-js-client";
import { pieceRow, type PieceRow } from "./piece-row.client";

/** Sends the chosen files of a form in pieces before the form itself, which then names them: a broken line goes on where it was. */
export function sendInPieces(field: HTMLElement): void {
  const input = field.querySelector<HTMLInputElement>("input[type=file]")!;
  const form = input.form!;
  const { pieces = "", mostBytes = "", mostFiles = "" } = field.dataset;
  const list = field.appendChild(document.createElement("ul"));
  list.setAttribute("aria-live", "polite");
  list.style.cssText = "list-style:none;padding:0";
  const button = form.querySelector("button.primary, button[type=submit]")?.textContent ?? "上传";
  let isSending = false;

  form.addEventListener(
    "submit",
    (event) => {
      const files = [...(input.files ?? [])];
      // What fits into one piece goes with the form.
      if (files.reduce((sum, { size }) => sum + size, 0) <= pieceBytes) return;
      event.preventDefault();
      event.stopImmediatePropagation();
      if (!isSending) void send(files).finally(() => (isSending = false));
    },
    true,
  );

  async function send(files: File[]): Promise<void> {
    isSending = true;
    list.replaceChildren();
    if (files.length > Number(mostFiles)) return tell(`一次最多 ${mostFiles} 个文件，请重新选择`);
    const large = files.find((file) => file.size > Number(mostBytes));
    if (large) return tell(`文件 ${large.name} 超过 ${Math.floor(Number(mostBytes) / 2 ** 20)} MB，请缩小后再上传`);
    const rows = files.map((file) => pieceRow(list, file.name));
    const done: string[] = [];
    const waiting = files.map((file, nth) => ({ file, row: rows[nth]! }));
    const work = async () => {
      for (let next = waiting.shift(); next; next = waiting.shift()) {
        const id = await sendOne(pieces, next.file, next.row);
        if (id) done.push(id);
      }
    };
    await Promise.all([work(), work()]);
    const failed = rows.filter((row) => row.failed);
    if (failed.length > 0) return tell(`有文件没有传完，再按一次“${button}”从中断处继续，或重新选择文件`);
    if (done.length === 0) return tell("已取消，没有上传任何文件");
    for (const before of field.querySelectorAll("[name=uploaded]")) before.remove();
    for (const id of done) form.append(hidden("uploaded", id));
    input.value = "";
    // The files are there: none need be chosen.
    input.required = false;
    form.requestSubmit();
  }

  function tell(words: string): void {
    const line = list.appendChild(document.createElement("li"));
    line.className = "notice bad";
    line.setAttribute("role", "alert");
    line.textContent = words;
  }
}

/** Of the size that the server keeps a connection open for when it has to refuse one. */
const pieceBytes = 1_000_000;

async function sendOne(endpoint: string, file: File, row: PieceRow): Promise<string | undefined> {
  if (row.cancelled) return undefined;
  return new Promise((resolve) => {
    const upload = new Upload(file, {
      endpoint,
      chunkSize: pieceBytes,
      retryDelays: [0, 1000, 3000, 5000, 10_000, 20_000, 30_000],
      overridePatchMethod: true,
      removeFingerprintOnSuccess: true,
      metadata: { filename: file.name },
      onProgress: (sent, all) => row.show(sent, all),
      onError(error) {
        const words = "originalResponse" in error ? error.originalResponse?.getBody() : undefined;
        row.fail(words && /^[^<]{1,200}$/.test(words) ? words : "网络中断");
        resolve(undefined);
      },
      onSuccess() {
        row.finish();
        resolve(upload.url?.split("/").at(-1));
      },
      onShouldRetry({ originalResponse }) {
        const retries = !/^4(?!09|23)/.test(String(originalResponse?.getStatus() ?? 0));
        if (retries) row.wait();
        return retries;
      },
    });
    row.onCancel(() => {
      void upload.abort();
      const { url } = upload;
      if (url)
        void fetch(url, { method: "POST", headers: { "Tus-Resumable": "1.0.0", "X-HTTP-Method-Override": "DELETE" } });
      resolve(undefined);
    });
    void upload.findPreviousUploads().then(([before]) => {
      if (before) upload.resumeFromPreviousUpload(before);
      if (!row.cancelled) upload.start();
    });
  });
}

function hidden(name: string, value: string): HTMLInputElement {
  const input = document.createElement("input");
  Object.assign(input, { type: "hidden", name, value });
  return input;
}
