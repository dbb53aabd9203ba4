interface Offer {
  name: string;
  detail: string;
  href: string;
}

interface Group {
  title: string;
  offers: Offer[];
}

const waitMs = 120;

/** Opens the box of Ctrl-K in which records, pages and what can be done are found as one types; the same key and Esc close it. */
export function togglePalette(): void {
  const shown = document.querySelector<HTMLElement>("[data-palette]");
  if (shown) return void shown.dispatchEvent(new Event("close"));
  const before = document.activeElement as HTMLElement | null;
  const box = element("div", { className: "palette", role: "dialog", ariaLabel: "查找" });
  box.dataset.palette = "";
  const input = element("input", { type: "text", maxLength: 64, autocomplete: "off", spellcheck: false });
  input.placeholder = "编号、名称、拼音，或要做的事：新增车辆、编辑 1001";
  for (const [name, value] of Object.entries({
    role: "combobox",
    "aria-label": "查找资料、页面和要做的事",
    "aria-expanded": "true",
    "aria-controls": "palette-offers",
  }))
    input.setAttribute(name, value);
  const list = element("div", { id: "palette-offers", role: "listbox", ariaLabel: "找到的" });
  const said = element("p", { role: "status" });
  const help = element("small", { textContent: "↑ ↓ 选择，Enter 打开，Esc 关闭" });
  box.append(input, said, list, help);
  document.body.append(box);
  input.focus();

  let asked: AbortController | undefined;
  let timer: ReturnType<typeof setTimeout> | undefined;
  const close = () => {
    asked?.abort();
    clearTimeout(timer);
    document.removeEventListener("pointerdown", closeOutside);
    box.remove();
    before?.focus();
  };
  const closeOutside = ({ target }: Event) => {
    if (!box.contains(target as Node)) close();
  };
  document.addEventListener("pointerdown", closeOutside);
  box.addEventListener("close", close);
  input.addEventListener("input", (event) => {
    if ((event as InputEvent).isComposing) return;
    ask(waitMs);
  });
  input.addEventListener("compositionend", () => ask(waitMs));
  box.addEventListener("keydown", (event) => {
    if (event.isComposing) return;
    if (event.key === "Escape") return close();
    if (event.target !== input) return;
    if (event.key === "ArrowDown" || event.key === "ArrowUp") {
      event.preventDefault();
      return choose(event.key === "ArrowDown" ? 1 : -1);
    }
    if (event.key === "Enter") open(event.ctrlKey || event.metaKey);
  });
  ask(0);

  function ask(after: number): void {
    clearTimeout(timer);
    timer = setTimeout(() => void show(input.value.trim()), after);
  }

  async function show(term: string): Promise<void> {
    asked?.abort();
    const mine = (asked = new AbortController());
    const slow = setTimeout(() => (said.textContent = "正在查找……"), 400);
    try {
      const answer = await fetch(`/search/palette?${new URLSearchParams({ q: term })}`, {
        redirect: "manual",
        signal: mine.signal,
      });
      // The session is over: the search page leads to the login and back.
      if (answer.type === "opaqueredirect") return location.assign(searchPage(term));
      if (!answer.ok) throw new Error(String(answer.status));
      const { groups } = (await answer.json()) as { groups: Group[] };
      if (mine.signal.aborted) return;
      list.replaceChildren(...groups.map(groupOf));
      const found = groups.length > 0;
      said.textContent = found ? "" : term ? `没有找到“${term}”` : "输入编号、名称、拼音或要做的事";
      mark(term ? 0 : -1);
    } catch {
      if (mine.signal.aborted) return;
      // What was found for other letters is not what Enter may open.
      list.replaceChildren();
      mark(-1);
      said.textContent = "现在查不了，请稍后再试，或按 Enter 到搜索页";
    } finally {
      clearTimeout(slow);
    }
  }

  function choose(step: number): void {
    const all = options();
    if (all.length === 0) return;
    const at = all.findIndex(isMarked);
    mark(at < 0 && step < 0 ? all.length - 1 : (at + step + all.length) % all.length);
  }

  function mark(at: number): void {
    input.removeAttribute("aria-activedescendant");
    for (const [place, one] of options().entries()) {
      one.setAttribute("aria-selected", String(place === at));
      if (place !== at) continue;
      input.setAttribute("aria-activedescendant", one.id);
      one.scrollIntoView({ block: "nearest" });
    }
  }

  function open(apart: boolean): void {
    const marked = options().find(isMarked);
    const to = marked ? marked.href : searchPage(input.value.trim());
    if (apart) window.open(to, "_blank", "noopener");
    else location.assign(to);
  }

  function options(): HTMLAnchorElement[] {
    return [...list.querySelectorAll("a")];
  }
}

const isMarked = (one: Element) => one.getAttribute("aria-selected") === "true";

const searchPage = (term: string) => `/search?${new URLSearchParams({ q: term })}`;

function groupOf({ title, offers }: Group, nth: number): HTMLElement {
  const group = element("section", { role: "group", ariaLabel: title });
  group.append(element("h2", { textContent: title }));
  for (const [place, { name, detail, href }] of offers.entries()) {
    const link = element("a", { href, role: "option", id: `palette-${nth}-${place}` });
    link.setAttribute("aria-selected", "false");
    link.tabIndex = -1;
    link.append(element("span", { textContent: name }), element("small", { textContent: detail }));
    group.append(link);
  }
  return group;
}

function element<K extends keyof HTMLElementTagNameMap>(
  name: K,
  { role, ariaLabel, ...given }: Partial<HTMLElementTagNameMap[K]> & { role?: string; ariaLabel?: string | null },
): HTMLElementTagNameMap[K] {
  const made = Object.assign(document.createElement(name), given);
  // Chromium 86 knows no properties for these.
  if (role) made.setAttribute("role", role);
  if (ariaLabel) made.setAttribute("aria-label", ariaLabel);
  return made;
}
