import { escapeHtml } from "~/kit/ground/escape-html";
import { isValidElement, type ReactNode } from "react";

/** Costs a fraction of React's time; undefined for a component, or a property that is not listed here. */
export function plainHtml(node: ReactNode): string | undefined {
  if (typeof node === "string") return escapeHtml(node);
  if (typeof node === "number") return String(node);
  if (node === null || node === undefined || typeof node === "boolean") return "";
  if (Array.isArray(node)) return listHtml(node as ReactNode[]);
  return isValidElement<Properties>(node) && typeof node.type === "string"
    ? elementHtml(node.type, node.props)
    : undefined;
}

type Properties = Record<string, unknown> & { children?: ReactNode };

const attributes: Record<string, string> = {
  className: "class",
  href: "href",
  title: "title",
  target: "target",
  rel: "rel",
  type: "type",
  name: "name",
  value: "value",
  form: "form",
  src: "src",
  preload: "preload",
  controls: "controls",
  "aria-label": "aria-label",
};
const plainTags = new Set(["a", "td", "span", "b", "small", "kbd", "input", "audio"]);

function elementHtml(tag: string, properties: Properties): string | undefined {
  if (!plainTags.has(tag)) return undefined;
  let html = `<${tag}`;
  for (const name in properties) {
    const value = properties[name];
    if (name === "children" || value === undefined || value === null || value === false) continue;
    const attribute = attributes[name];
    if (attribute !== undefined && value === true) {
      html += ` ${attribute}=""`;
      continue;
    }
    if (attribute === undefined || (typeof value !== "string" && typeof value !== "number")) return undefined;
    html += ` ${attribute}="${escapeHtml(String(value))}"`;
  }
  if (tag === "input") return `${html}/>`;
  const inner = plainHtml(properties.children);
  return inner === undefined ? undefined : `${html}>${inner}</${tag}>`;
}

function listHtml(nodes: readonly ReactNode[]): string | undefined {
  let html = "";
  for (const node of nodes) {
    const one = plainHtml(node);
    if (one === undefined) return undefined;
    html += one;
  }
  return html;
}
