import postcss, { type AtRule, type Declaration, type Rule } from "postcss";
import parse from "postcss-selector-parser";
import { unknownRule, unknownSelector, unknownToSome } from "./known-styles";

/** What is newer than the floor and may be: whoever does not know it sees a page that lacks nothing. */
const additions = {
  rules: ["view-transition", "supports"],
  selectors: ["view-transition-old", "view-transition-new", "focus-visible", "fullscreen"],
  properties:
    /^(outline|accent-color|scrollbar-.*|color-scheme|text-decoration-thickness|scroll-padding.*|touch-action)$/,
};

/** Of a library, in what no page shows. */
const unusedParts = /MRT_ShowHideColumns/;

/** The rules of a style sheet that some browser of the floor does not know, each with what it does not know. */
export function newerThanFloor(css: string): string[] {
  const found: string[] = [];
  const root = postcss.parse(css);
  root.walk((node) => {
    if (isAddition(node)) return;
    const newer =
      node.type === "atrule"
        ? inRule(node)
        : node.type === "rule"
          ? inSelector(node)
          : node.type === "decl"
            ? inValue(node)
            : [];
    for (const one of newer) found.push(`${one}: ${node.toString().slice(0, 100).replace(/\s+/g, " ")}`);
  });
  return found;
}

/** Inside `@supports` only those read on who know it. */
function isAddition(node: postcss.Node): boolean {
  const { parent } = node;
  if (parent?.type !== "atrule" && parent?.type !== "rule") return false;
  return (parent as AtRule).name === "supports" || isAddition(parent);
}

function inRule({ name, params }: AtRule): string[] {
  if (name === "media" && /[<>]|\b(scripting|prefers-reduced-data|update)\b/.test(params)) {
    return params.includes("scripting") ? [] : ["media condition"];
  }
  return additions.rules.includes(name) ? [] : unknownRule(name);
}

function inSelector(rule: Rule): string[] {
  if (rule.parent?.type === "rule") return ["nested rule"];
  if ((rule.parent as AtRule).name?.endsWith("keyframes")) return [];
  const found: string[] = [];
  const list = parse().astSync(rule.selector);
  list.walkNesting(() => void found.push("nested rule"));
  list.walkPseudos(({ value, nodes }) => {
    const name = value.replace(/^::?/, "");
    if (name === "not" && (nodes.length > 1 || (nodes[0]?.length ?? 0) > 1) && !unusedParts.test(rule.selector))
      found.push("list in :not");
    if (name.startsWith("-") || (additions.selectors.includes(name) && list.length === 1)) return;
    if (additions.selectors.includes(name) && list.every((one) => one.toString().includes(name))) return;
    found.push(...unknownSelector(name));
  });
  return found;
}

function inValue({ prop, value, parent }: Declaration): string[] {
  if (/^-/.test(prop) && !prop.startsWith("--")) return [];
  if (additions.properties.test(prop) || (parent as AtRule).name === "view-transition") return [];
  const newer = unknownToSome(prop, value);
  if (newer.length === 0) return [];
  const others = (parent as Rule).nodes.filter((node) => node.type === "decl");
  const prefixed = others.some((one) => /^-(webkit|moz)-/.test(one.prop) && one.prop.endsWith(`-${prop}`));
  const olderToo = others.some(
    (one) => one.prop === prop && one.value !== value && unknownToSome(prop, one.value).length === 0,
  );
  return prefixed || olderToo ? [] : newer;
}
