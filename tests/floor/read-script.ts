import { type Node, parse } from "acorn";
import { fullAncestor } from "acorn-walk";

/** Calls newer than the floor that nothing makes up for; those of older-browsers.client.ts are known to be there. */
const newerCalls =
  /^(structuredClone|withResolvers|groupBy|fromAsync|checkVisibility|startViewTransition|showPopover|showModal|getOrInsert|isWellFormed|throwIfAborted)$/;

/** What a script holds that some browser of the floor does not know. */
export function newerThanFloor(script: string): string[] {
  let tree: Node;
  try {
    tree = parse(script, { ecmaVersion: 2022, sourceType: "module" });
  } catch (error) {
    return [`syntax not known: ${(error as Error).message}: ${around(script, (error as { pos?: number }).pos)}`];
  }
  const found: string[] = [];
  fullAncestor(tree, (node, _state, above) => {
    const { type, callee, key, regex } = node as Node & {
      callee?: Named;
      key?: Named;
      regex?: { pattern: string; flags: string };
    };
    if (regex && (/\(\?<[=!]/.test(regex.pattern) || /[dv]/.test(regex.flags)))
      found.push(`pattern /${regex.pattern}/`);
    // Fields of a class every browser of the floor knows, private methods and static blocks not.
    if (type === "StaticBlock" || (type === "MethodDefinition" && key?.type === "PrivateIdentifier")) {
      found.push(`${type}: ${around(script, node.start)}`);
    }
    if (type === "AwaitExpression" && !above.some((one) => one.type.includes("Function"))) {
      found.push(`await outside a function: ${around(script, node.start)}`);
    }
    if (type === "CallExpression") {
      const name = callee?.type === "MemberExpression" ? callee.property?.name : callee?.name;
      if (name && newerCalls.test(name)) found.push(`call ${name}: ${around(script, node.start)}`);
    }
  });
  return found;
}

interface Named {
  type: string;
  name?: string;
  property?: { name?: string };
}

const around = (script: string, at = 0) => script.slice(Math.max(0, at - 30), at + 50).replace(/\s+/g, " ");
