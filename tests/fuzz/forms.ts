import { type CheerioAPI, load } from "cheerio";

/** A form of a page with one of its buttons, as a browser without JavaScript would send it. */
export interface Form {
  /** Tells it from the others: the kind of its page, its verb, where it goes, its button. */
  name: string;
  method: "get" | "post";
  action: string;
  /** Names of its file inputs, where it can send files. */
  files: string[];
  pairs: [string, string][];
  controls: Control[];
}

export interface Control {
  name: string;
  type: string;
  value: string;
  isChosen: boolean;
  options: string[];
  least?: string;
  most?: string;
  length?: number;
  isRequired: boolean;
  /** It was refused as it stands. */
  isInvalid: boolean;
}

/** An address without what names one record. */
export const kindOf = (path: string) =>
  path
    .replace(/[?#].*/, "")
    .replace(/[0-9a-f]{32}/g, ":key")
    .replace(/\/\d+(?=\/|$)/g, "/:n");

type Element = Parameters<CheerioAPI>[0];

/** Links and forms of a page; those of the frame around it only where `frame` asks for them. Reads it once: a page has hundreds of controls. */
export function readForms(html: string, at: string, frame: boolean): { links: string[]; forms: Form[] } {
  const $ = load(html, { xml: { xmlMode: false, decodeEntities: true } });
  const part = $("main").length > 0 && !frame ? $("main") : $("body");
  const forms = part.find("form").toArray();
  const byId = new Map(forms.map((form) => [$(form).attr("id"), form]));
  const controls = new Map<Element, Control[]>();
  const buttons = new Map<Element, Element[]>();
  const add = <T>(to: Map<Element, T[]>, form: Element, one: T) => to.set(form, [...(to.get(form) ?? []), one]);
  for (const element of part.find("input, select, textarea, button").toArray()) {
    const given = $(element).attr("form");
    const form = given ? byId.get(given) : $(element).closest("form")[0];
    if (!form || $(element).attr("disabled") !== undefined) continue;
    if ($(element).is("button, input[type=submit]")) {
      if (!/^(button|reset)$/.test($(element).attr("type") ?? "")) add(buttons, form, element);
    } else if ($(element).attr("name")) add(controls, form, controlOf($, element));
  }
  const read = forms.flatMap((form) =>
    (buttons.get(form) ?? [undefined]).map((button) => formOf($, form, button, controls.get(form) ?? [], at)),
  );
  return {
    links: part
      .find("a[href]")
      .map((_, one) => $(one).attr("href"))
      .get(),
    forms: distinct(read),
  };
}

const distinct = (forms: Form[]) =>
  [...new Map(forms.toReversed().map((form) => [form.name, form])).values()].toReversed();

function formOf($: CheerioAPI, form: Element, button: Element | undefined, controls: Control[], at: string): Form {
  const pairs = controls.flatMap(({ name, value, isChosen }): [string, string][] => (isChosen ? [[name, value]] : []));
  const [pressed, value = "", formaction] = ["name", "value", "formaction"].map(
    (one) => button && $(button as never).attr(one),
  );
  if (pressed) pairs.push([pressed, value]);
  const method =
    $(form as never)
      .attr("method")
      ?.toLowerCase() === "post"
      ? "post"
      : "get";
  const { pathname, search } = new URL(formaction ?? $(form as never).attr("action") ?? "", `http://here${at}`);
  const action = pathname + (method === "get" ? "" : search);
  const page = $(form as never).closest("main").length > 0 ? kindOf(at) : "frame";
  const press = pressed ? `${pressed}=${value}`.replace(/[0-9a-f]{32}/g, ":key").replace(/\d+/g, ":n") : "";
  const files = controls.filter(
    ({ type }) => type === "file" && $(form as never).attr("enctype") === "multipart/form-data",
  );
  return {
    name: [page, method, kindOf(action), press].join(" ").trim(),
    method,
    action,
    pairs,
    controls,
    files: files.map(({ name }) => name),
  };
}

function controlOf($: CheerioAPI, element: Element): Control {
  const one = $(element as never);
  const tag = one.is("select") ? "select" : one.is("textarea") ? "textarea" : undefined;
  const type = tag ?? one.attr("type") ?? "text";
  const choices = tag === "select" ? one.find("option").toArray() : [];
  const valueOf = (option: Element) => $(option as never).attr("value") ?? $(option as never).text();
  const chosen = choices.find((option) => $(option).attr("selected") !== undefined) ?? choices[0];
  const typed = tag === "textarea" ? one.text() : (one.attr("value") ?? (/checkbox|radio/.test(type) ? "on" : ""));
  return {
    name: one.attr("name")!,
    type,
    value: tag === "select" ? (chosen ? valueOf(chosen) : "") : typed,
    isChosen: /^(checkbox|radio)$/.test(type) ? one.attr("checked") !== undefined : type !== "file" && type !== "image",
    options: choices.map(valueOf).filter((value) => value !== ""),
    least: one.attr("min"),
    most: one.attr("max"),
    length: Number(one.attr("maxlength")) || undefined,
    isRequired: one.attr("required") !== undefined || one.attr("aria-required") === "true",
    isInvalid: one.attr("aria-invalid") === "true",
  };
}
