import { isTouched } from "./touched-fields";

const pause = 250;

/** Looks for what is being typed into a search box, as its button would, and puts what was found where it belongs; everything else on the page stays as it is. */
export function findAsTyped(box: HTMLInputElement) {
  const form = box.form!;
  const field = box.dataset.finds!;
  const partsIn = (page: ParentNode) =>
    [...page.querySelectorAll<HTMLElement>("[data-found]")].filter((part) => part.dataset.found === field);
  let timer: ReturnType<typeof setTimeout> | undefined;
  let asking: AbortController | undefined;

  const find = async () => {
    clearTimeout(timer);
    asking?.abort();
    asking = new AbortController();
    const { signal } = asking;
    try {
      const answer = await ask(form, field, signal);
      const found = partsIn(new DOMParser().parseFromString(await answer.text(), "text/html"));
      if (signal.aborted) return;
      const parts = partsIn(document);
      say(box, found.length === 0 ? "查找没有成功，请刷新页面后重试。" : "");
      parts.forEach((part, at) => found[at] && part.replaceWith(document.adoptNode(found[at])));
      form.dispatchEvent(new Event("found"));
      if (parts.length === 1 && document.activeElement === box) open(partsIn(document)[0]?.querySelector("select"));
    } catch {
      if (!signal.aborted) say(box, "查找没有成功，请检查网络后重试。");
    }
  };

  if (box.nextElementSibling?.matches("[name=find]")) box.nextElementSibling.remove();
  box.addEventListener("input", () => {
    asking?.abort();
    clearTimeout(timer);
    timer = setTimeout(() => void find(), pause);
  });
  box.addEventListener("keydown", (event) => {
    if (event.isComposing || (event.key !== "Enter" && event.key !== "ArrowDown")) return;
    event.preventDefault();
    if (event.key === "Enter") void find();
    else partsIn(document)[0]?.querySelector<HTMLElement>("select, input:not([type=hidden])")?.focus();
  });
  const nameUnnamed = () => partsIn(document).some((part) => part.querySelector("option[data-unnamed]")) && void find();
  if (isTouched(box)) void find();
  else nameUnnamed();
  // What was typed before is given back to the whole form at once.
  form.addEventListener("input", ({ target }) => target === form && nameUnnamed());
  // A choice made meanwhile is not taken back by an answer to the form as it was.
  form.addEventListener("change", ({ target }) => {
    if (partsIn(document).some((part) => part.contains(target as Node))) asking?.abort();
  });
}

function ask(form: HTMLFormElement, field: string, signal: AbortSignal): Promise<Response> {
  const typed = new URLSearchParams(
    [...new FormData(form)].filter((pair): pair is [string, string] => typeof pair[1] === "string"),
  );
  const at = new URL(form.getAttribute("action") ?? "", location.href);
  if (form.method === "get") return fetch(`${at.pathname}?${typed}`, { signal });
  typed.set("find", field);
  return fetch(at.pathname + at.search, { method: "POST", body: typed, signal });
}

function open(select: HTMLSelectElement | null | undefined) {
  if (!select || select.options.length < 2) return;
  select.size = Math.min(select.options.length, 8);
  const close = () => select.removeAttribute("size");
  select.addEventListener("click", close);
  select.addEventListener("blur", close);
  select.addEventListener("keydown", (event) => {
    if (event.key !== "Enter") return;
    event.preventDefault();
    close();
  });
}

function say(box: HTMLInputElement, words: string) {
  const line = box.nextElementSibling ?? document.createElement("span");
  line.setAttribute("role", "alert");
  line.textContent = words;
  box.after(line);
}
