import { type CheerioAPI, load } from "cheerio";

/** What to type into a form: a text, several (ticks of one name), or null to leave the field out. */
export type Values = Record<string, string | string[] | null>;

export interface SentForm {
  method: "get" | "post";
  action: string;
  /** Names of its file inputs, where it can send files. */
  files: string[];
  pairs: [string, string][];
}

export interface Page {
  html: string;
  /** What a person can read in the page's body. */
  text: string;
  title: string;
  $: CheerioAPI;
  /** The value of a field in the page's middle, as it would be sent; undefined when there is none. */
  field(name: string): string | undefined;
  /** All values of a field (ticked boxes). */
  fields(name: string): string[];
  /** The message shown at a field. */
  errorAt(name: string): string;
  /** Form and button that a press would send, with changes. */
  form(selector?: string, press?: string, changes?: Values): SentForm;
}

/** Reads a page as a browser without JavaScript sees it. */
export function readPage(html: string): Page {
  const $ = load(html);
  let text: string | undefined;
  let sent: [string, string][] | undefined;
  const values = (name: string) =>
    (sent ??= allPairs($, $("main").length > 0 ? "main" : "body"))
      .filter(([known]) => known === name)
      .map(([, value]) => value);
  return {
    html,
    $,
    title: $("head > title").text(),
    get text() {
      return (text ??= $("body").get().map(textOf).join("").replace(/\s+/g, " ").trim());
    },
    field: (name) => values(name)[0],
    fields: values,
    errorAt(name) {
      const ids = $(`[name="${name}"]`)
        .map((_, input) => $(input).closest("[aria-describedby]").attr("aria-describedby")?.split(" ") ?? [])
        .get();
      return [...new Set(ids)]
        .filter((id) => /error/.test(id))
        .map((id) => $(`[id="${id}"]`).text())
        .join(" ")
        .trim();
    },
    form: (selector, press, changes = {}) => formOf($, selector, press, changes),
  };
}

type AnyNode = Parameters<CheerioAPI["contains"]>[0];

const unread = new Set(["script", "style", "noscript"]);
const apart = new Set("br p li td th h1 h2 h3 div label option button a".split(" "));

/** What stands in a node and all below it, with a space behind whatever a browser sets apart. */
function textOf(node: AnyNode): string {
  if ("data" in node) return node.type === "text" ? node.data : "";
  if (!("children" in node) || ("name" in node && unread.has(node.name))) return "";
  return node.children.map(textOf).join("") + ("name" in node && apart.has(node.name) ? " " : "");
}

function formOf($: CheerioAPI, selector: string | undefined, press: string | undefined, changes: Values): SentForm {
  const buttons = "button:not([type=button]):not([type=reset]):not([disabled]), input[type=submit]:not([disabled])";
  const pressed =
    press === undefined
      ? undefined
      : $(buttons)
          .filter(
            (_, one) =>
              $(one).is(press.startsWith("[") ? press : "*") &&
              (press.startsWith("[") || $(one).text().trim() === press || $(one).attr("aria-label") === press),
          )
          .first();
  if (pressed?.length === 0) throw new Error(`the page has no button ${press}`);
  const owner = pressed && (pressed.attr("form") ? $(`form[id="${pressed.attr("form")}"]`) : pressed.closest("form"));
  const main =
    $("main").length > 0 ? $("main form, form").filter((_, form) => $(form).closest("main").length > 0) : $("form");
  const form = owner ?? (selector ? $(selector).filter("form") : main.filter("[method=post]")).first();
  if (form.length === 0)
    throw new Error(`the page has no form${selector ? ` ${selector}` : ""}: ${$("body").text().slice(0, 200)}`);
  const button = pressed ?? form.find(buttons).first();
  const id = form.attr("id");
  const pairs = allPairs($, undefined, (owned) =>
    owned.attr("form") ? owned.attr("form") === id : owned.closest("form").is(form),
  );
  const names = new Set([
    ...pairs.map(([name]) => name),
    ...form
      .find("[name]")
      .add(id === undefined ? "" : `[form="${id}"][name]`)
      .map((_, one) => $(one).attr("name"))
      .get(),
  ]);
  for (const name of Object.keys(changes))
    if (!names.has(name)) throw new Error(`the form has no field ${name}, it has ${[...names].join(" ")}`);
  const sent = pairs.filter(([name]) => !(name in changes));
  for (const [name, value] of Object.entries(changes))
    for (const one of value === null ? [] : [value].flat()) sent.push([name, one.replace(/\r?\n/g, "\r\n")]);
  const name = button.attr("name");
  if (name) sent.push([name, button.attr("value") ?? ""]);
  return {
    method: form.attr("method")?.toLowerCase() === "post" ? "post" : "get",
    action: button.attr("formaction") ?? form.attr("action") ?? "",
    files:
      form.attr("enctype") === "multipart/form-data"
        ? form
            .find("input[type=file]")
            .map((_, one) => $(one).attr("name"))
            .get()
        : [],
    pairs: sent,
  };
}

type Control = ReturnType<CheerioAPI>;

/** The fields that would be sent, in page order: HTML's "successful controls". */
function allPairs(
  $: CheerioAPI,
  within = "body",
  mine: (control: Control) => boolean = () => true,
): [string, string][] {
  const pairs: [string, string][] = [];
  $(within)
    .find("input[name], select[name], textarea[name]")
    .each((_, element) => {
      const control = $(element);
      const name = control.attr("name")!;
      const type = control.attr("type") ?? "";
      if (!mine(control) || control.is("[disabled]") || control.closest("fieldset[disabled]").length > 0) return;
      if (/^(submit|button|reset|image|file)$/.test(type)) return;
      if (/^(checkbox|radio)$/.test(type)) {
        if (control.is("[checked]")) pairs.push([name, control.attr("value") ?? "on"]);
      } else if (control.is("select")) {
        const options = control.find("option:not([disabled])");
        const chosen = options.filter("[selected]");
        const shown = control.is("[multiple]") ? chosen : chosen.length > 0 ? chosen.first() : options.first();
        shown.each((_, option) => void pairs.push([name, $(option).attr("value") ?? $(option).text()]));
      } else if (control.is("textarea")) {
        pairs.push([name, control.text().replace(/\r?\n/g, "\r\n")]);
      } else {
        pairs.push([name, control.attr("value") ?? ""]);
      }
    });
  return pairs;
}
