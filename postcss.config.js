import isPseudoClass from "@csstools/postcss-is-pseudo-class";
import { AtRule } from "postcss";
import logical from "postcss-logical";
import nested from "postcss-nested";
import parse from "postcss-selector-parser";

/** Writes styles in the words of the oldest browsers, where the build's minifier (vite.config.ts) cannot. */
export default {
  plugins: [
    { postcssPlugin: "plain-selectors", Once: plainSelectors },
    nested(),
    isPseudoClass(),
    // Pages are read from left to right.
    logical(),
    { postcssPlugin: "additions", OnceExit: additions },
  ],
};

function plainSelectors(root) {
  root.walkRules(/:(where|not)\(/, (rule) => {
    const selectors = parse().astSync(rule.selector);
    selectors.each(withoutOtherPages);
    selectors.walkPseudos((pseudo) => {
      if (pseudo.value === ":where") openWhere(pseudo);
      else if (pseudo.value === ":not" && pseudo.nodes.length > 1) splitNot(pseudo);
    });
    if (selectors.length === 0) rule.remove();
    else rule.selector = selectors.toString();
  });
}

/** Pages are light: a library's rules for others are left out. */
function withoutOtherPages(selector) {
  if (/:where\(\[(data-mantine-color-scheme=["']?dark|dir=["']?rtl)/.test(selector.toString())) selector.remove();
}

function openWhere(pseudo) {
  if (/\[data-mantine-color-scheme=["']?light/.test(pseudo.toString())) {
    if (pseudo.next()?.type === "combinator") pseudo.next().remove();
    pseudo.remove();
  } else pseudo.value = ":is";
}

function splitNot(pseudo) {
  const each = pseudo.nodes.map((one) => parse.pseudo({ value: ":not", nodes: [one.clone({ spaces: {} })] }));
  pseudo.replaceWith(...each);
}

/** A library's newer rules are read only by who knows them; the others get the colour that is mixed the most of. */
function additions(root) {
  root.walkRules(/:has\(/, (rule) => {
    if (/node_modules/.test(rule.source?.input.file) && !isGuarded(rule))
      guard(rule, "selector(:has(a))", rule.clone(), rule);
  });
  root.walkDecls((decl) => {
    if (decl.prop === "overflow-wrap" && decl.value === "anywhere") decl.cloneBefore({ value: "break-word" });
    if (!decl.value.includes("color-mix(") || !decl.value.includes("var(") || isGuarded(decl)) return;
    const rule = decl.parent;
    guard(rule, "(color: color-mix(in srgb, red, red))", rule.clone().removeAll().append(decl.clone()));
    decl.value = decl.value.replace(mix, (_, one, part, other) => (part && Number(part) < 50 ? other : one));
  });
}

const mix =
  /color-mix\(\s*in srgb,\s*((?:var\([^()]*\)|[^(),\s])+)(?:\s+(\d+)%)?,\s*((?:var\([^()]*\)|[^(),\s])+)[^()]*\)/g;

const isGuarded = ({ parent }) => parent?.name === "supports" || (parent !== undefined && isGuarded(parent));

function guard(after, params, rule, instead) {
  after.after(new AtRule({ name: "supports", params, nodes: [rule] }));
  instead?.remove();
}
