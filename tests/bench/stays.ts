import path from "node:path";
import ts from "typescript";
import { root } from "./program";

interface Walk {
  /** The files in the order in which the calls enter them. */
  stays: string[];
  returns: number;
}

/**
 * Follows the calls of an exported function through the rooms of lines, in the order in which they are written, each
 * function once, as somebody reads them: going into another file is a stay, into one that was left before a return too.
 */
export function staysOf(file: string, name: string): Walk {
  const program = ts.createProgram([path.join(root, file)], { ...compilerOptions(), noEmit: true });
  const checker = program.getTypeChecker();
  const source = program.getSourceFile(path.join(root, file))!;
  const walk: Walk = { stays: [], returns: 0 };
  const walked = new Set<ts.Node>();

  const enter = (called: ts.Node, from: string | undefined) => {
    if (walked.has(called)) return;
    walked.add(called);
    const to = called.getSourceFile().fileName;
    const named = path.relative(path.join(root, "app/domains"), to);
    if (to !== from && walk.stays.at(-1) !== named) {
      if (walk.stays.includes(named)) walk.returns += 1;
      walk.stays.push(named);
    }
    follow(called, to);
  };
  const follow = (node: ts.Node, at: string) => {
    ts.forEachChild(node, (child) => follow(child, at));
    if (!ts.isCallExpression(node)) return;
    const called = functionOf(checker, node.expression);
    if (called && isOfRooms(called.getSourceFile().fileName)) enter(called, at);
  };

  const exported = checker.getExportsOfModule(checker.getSymbolAtLocation(source)!).find((one) => one.name === name);
  enter(functionAt(exported!.valueDeclaration!)!, undefined);
  return walk;
}

function compilerOptions(): ts.CompilerOptions {
  const { config } = ts.readConfigFile(path.join(root, "tsconfig.json"), ts.sys.readFile);
  return ts.parseJsonConfigFileContent(config, ts.sys, root).options;
}

const isOfRooms = (file: string) => /\/app\/domains\/line/.test(file);

function functionOf(checker: ts.TypeChecker, called: ts.Expression): ts.Node | undefined {
  let symbol = checker.getSymbolAtLocation(called);
  if (symbol && symbol.flags & ts.SymbolFlags.Alias) symbol = checker.getAliasedSymbol(symbol);
  return symbol?.valueDeclaration && functionAt(symbol.valueDeclaration);
}

function functionAt(declared: ts.Node): ts.Node | undefined {
  if (ts.isFunctionDeclaration(declared)) return declared;
  const isArrow =
    ts.isVariableDeclaration(declared) && declared.initializer && ts.isArrowFunction(declared.initializer);
  return isArrow ? declared : undefined;
}

if (process.argv[1] === import.meta.filename) {
  const [file = "app/domains/line-versions/publish.server.ts", name = "publishDraft"] = process.argv.slice(2);
  const { stays, returns } = staysOf(file, name);
  console.log(`${name}: ${stays.length} stays, ${returns} returns, ${new Set(stays).size} files`);
  for (const [at, stay] of stays.entries()) console.log(`${String(at + 1).padStart(3)}  ${stay}`);
}
