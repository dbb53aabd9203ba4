import { sizeText } from "~/kit/data/files/size-text";

/** One file on its way: its name, how far it is, and a button that gives it up. */
export interface PieceRow {
  readonly failed: boolean;
  readonly cancelled: boolean;
  /** Bytes. */
  show(sent: number, all: number): void;
  /** The line is broken, and tried again. */
  wait(): void;
  finish(): void;
  fail(words: string): void;
  onCancel(end: () => void): void;
}

export function pieceRow(list: HTMLElement, name: string): PieceRow {
  const line = list.appendChild(document.createElement("li"));
  line.style.cssText = "display:flex;gap:8px;align-items:center;flex-wrap:wrap;margin-block:4px;overflow-wrap:anywhere";
  const title = line.appendChild(document.createElement("span"));
  title.textContent = name;
  const bar = line.appendChild(document.createElement("progress"));
  bar.max = 1;
  bar.setAttribute("aria-label", `${name} 的进度`);
  const state = line.appendChild(document.createElement("span"));
  state.textContent = "等待";
  const cancel = line.appendChild(document.createElement("button"));
  Object.assign(cancel, { type: "button", className: "linklike", textContent: "取消" });
  cancel.setAttribute("aria-label", `取消 ${name}`);
  let [failed, cancelled] = [false, false];
  let end = () => {};
  cancel.onclick = () => {
    cancelled = true;
    close("已取消");
    end();
  };
  function close(words: string): void {
    state.textContent = words;
    cancel.remove();
  }
  return {
    get failed() {
      return failed;
    },
    get cancelled() {
      return cancelled;
    },
    show(sent, all) {
      bar.value = sent / all;
      state.textContent = `已传 ${Math.floor((sent / all) * 100)}%，${sizeText(sent)} / ${sizeText(all)}`;
    },
    wait: () => void (state.textContent = "网络中断，正在重试；恢复后从中断处继续"),
    finish() {
      bar.value = 1;
      close("已传完");
    },
    fail(words) {
      if (cancelled) return;
      failed = true;
      close(words);
    },
    onCancel: (given) => (end = given),
  };
}
