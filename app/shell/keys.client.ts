const usual: [key: string, does: string][] = [
  ["?", "打开或关闭本表"],
  ["/", "搜索全部资料"],
  ["Ctrl K", "查找：资料、页面和要做的事"],
  ["Tab", "到下一项；先出现“跳到正文”和“跳到列表”"],
  ["Enter", "打开链接，或保存表单"],
  ["空格", "勾选"],
  ["Esc", "关闭菜单和本表"],
];

/** Lists the keys that work on this page, in a box that the same key and Esc close. */
export function toggleKeys(): void {
  const shown = document.querySelector<HTMLElement>("[data-keys]");
  if (shown) return shown.querySelector("button")!.click();
  const before = document.activeElement as HTMLElement | null;
  const box = document.createElement("div");
  box.className = "keys";
  box.dataset.keys = "";
  box.setAttribute("role", "dialog");
  box.setAttribute("aria-label", "快捷键");
  const title = document.createElement("h2");
  title.textContent = "快捷键";
  const close = document.createElement("button");
  close.className = "button";
  close.textContent = "关闭";
  close.addEventListener("click", () => (box.remove(), before?.focus()));
  box.addEventListener("keydown", ({ key }) => key === "Escape" && close.click());
  box.append(title, listOf([...usual, ...keysOfPage()]), close);
  document.body.append(box);
  close.focus();
}

function keysOfPage(): [key: string, does: string][] {
  return [...document.querySelectorAll<HTMLElement>("[data-hotkey]")].map((one) => {
    const words = one.cloneNode(true) as HTMLElement;
    for (const key of words.querySelectorAll("kbd")) key.remove();
    return [one.dataset.hotkey!.toUpperCase(), words.textContent!.trim()];
  });
}

function listOf(keys: [key: string, does: string][]): HTMLElement {
  const list = document.createElement("dl");
  for (const [key, does] of keys) {
    const [term, words] = [document.createElement("dt"), document.createElement("dd")];
    term.append(Object.assign(document.createElement("kbd"), { textContent: key }));
    words.textContent = does;
    list.append(term, words);
  }
  return list;
}
