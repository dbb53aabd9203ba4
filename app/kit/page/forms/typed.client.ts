import { onceField } from "~/kit/ground/once-field";
import { touchedFields } from "./touched-fields";

const prefix = "bus_typed ";
const largest = 64_000;
const neverKept = `input[type=password], input[autocomplete$=-password], input[type=file], input[name=${onceField}]`;

/** Keeps what is typed into a page's form in this browser window until it is saved, left by choice, or its person signs out. */
export function keepTyping(form: HTMLFormElement) {
  const key = prefix + location.pathname + location.search;
  const kept = sessionStorage.getItem(key);
  // Typed while this code was still on its way: newer than what was kept. A browser that goes back fills in what has been sent.
  const typed = isNewlyOpened() ? touchedFields(form) : new Set<Element>();
  if (kept) giveBack(form, kept, key, typed);
  const keep = () => {
    const text = new URLSearchParams(valuesOf(form)).toString();
    if (text.length <= largest) sessionStorage.setItem(key, text);
  };
  if (typed.size > 0) keep();
  form.addEventListener("input", keep);
  form.addEventListener("change", keep);
  form.addEventListener("submit", () => sessionStorage.removeItem(key));
}

const isNewlyOpened = () =>
  (performance.getEntriesByType("navigation")[0] as PerformanceNavigationTiming | undefined)?.type === "navigate";

function valuesOf(form: HTMLFormElement): [string, string][] {
  const leftOut = new Set([...form.querySelectorAll<HTMLInputElement>(neverKept)].map((input) => input.name));
  return [...new FormData(form)].filter(
    (pair): pair is [string, string] => typeof pair[1] === "string" && !leftOut.has(pair[0]),
  );
}

/** A page that came back from the server with faults shows what was sent; only what is untouched is filled in. */
function giveBack(form: HTMLFormElement, kept: string, key: string, typed: ReadonlySet<Element>) {
  if (form.querySelector("[aria-invalid=true]")) return;
  const before = new URLSearchParams(kept);
  if (new URLSearchParams(valuesOf(form)).toString() === kept) return;
  const chosen = new Set([...typed].flatMap((field) => (isRadio(field) ? [field.name] : [])));
  for (const field of form.elements) {
    if (typed.has(field) || (isRadio(field) && chosen.has(field.name))) continue;
    if (field instanceof HTMLInputElement && /^(radio|checkbox)$/.test(field.type))
      field.checked = before.getAll(field.name).includes(field.value);
    else if (isText(field) && before.has(field.name)) giveText(field, before.get(field.name)!);
  }
  form.dispatchEvent(new Event("input", { bubbles: true }));
  form.prepend(notice(key));
}

/** A choice that was found by a search is not among those offered at first; its search gives it its name. */
function giveText(field: HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement, value: string) {
  if (
    field instanceof HTMLSelectElement &&
    field.closest("[data-found]") &&
    ![...field.options].some((option) => option.value === value)
  ) {
    const option = new Option("…", value);
    option.dataset.unnamed = "";
    field.add(option);
  }
  field.value = value;
}

const isRadio = (field: Element): field is HTMLInputElement =>
  field instanceof HTMLInputElement && field.type === "radio";

function isText(field: Element): field is HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement {
  return (
    (field instanceof HTMLInputElement && !/^(password|file)$/.test(field.type)) ||
    field instanceof HTMLTextAreaElement ||
    field instanceof HTMLSelectElement
  );
}

function notice(key: string): HTMLElement {
  const line = document.createElement("p");
  line.className = "notice warn";
  line.setAttribute("role", "status");
  line.append("已恢复您上次没有保存的内容。 ");
  const drop = document.createElement("button");
  drop.type = "button";
  drop.className = "linklike";
  drop.textContent = "放弃，显示已保存的内容";
  drop.addEventListener("click", () => {
    sessionStorage.removeItem(key);
    // A reload would let some browsers fill it in again.
    location.replace(location.pathname + location.search);
  });
  line.append(drop);
  return line;
}
