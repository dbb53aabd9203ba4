import { readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import { fileURLToPath } from "node:url";
import ts from "typescript";

/** A function that code of ours leaves with a library, to be called when nobody of ours is there to catch what it throws. */
export interface Callback {
  /** Its file, what takes it, and which of that kind it is there: lines move, this stays. */
  name: string;
  file: string;
  /** What is given to the library, and the function in it, where `contain` stands around that. */
  given: Place;
  inner: Place;
}

interface Place {
  from: number;
  to: number;
}

const root = fileURLToPath(new URL("../..", import.meta.url));
const notOnServer =
  /\.(client|island|test|spec|sample)\.|^app\/kit\/page\/islands\/(?!.*\.server\.)|^app\/(seed|commands\/(?!gateway))/;

/** Every callback of what runs on the server, in the order of files and lines. */
export function listCallbacks(): Callback[] {
  const inApp = readdirSync(path.join(root, "app"), { recursive: true }).map((name) => `app/${String(name)}`);
  const files = ["server.ts", ...inApp.filter((name) => /\.tsx?$/.test(name) && !notOnServer.test(name)).sort()];
  return files.flatMap((file) => callbacksIn(file, readFileSync(path.join(root, file), "utf8")));
}

function callbacksIn(file: string, text: string): Callback[] {
  const isOfServer = /\.(server|worker)\.|worker\.ts$/.test(file);
  if (!isOfServer && /\b(document|window|navigator|useEffect)\b/.test(text)) return [];
  const source = ts.createSourceFile(file, text, ts.ScriptTarget.Latest, true);
  const placeOf = (node: ts.Node): Place => ({ from: node.getStart(source), to: node.getEnd() });
  const found: Callback[] = [];
  const times = new Map<string, number>();
  const visit = (node: ts.Node): void => {
    if (ts.isCallExpression(node)) for (const given of callbacksOf(node)) add(node, given);
    ts.forEachChild(node, visit);
  };
  const add = (call: ts.CallExpression, given: ts.Expression) => {
    const event = call.arguments.find(ts.isStringLiteral)?.text;
    const taker = call.expression
      .getText(source)
      .replace(/\s+/g, " ")
      .replace(/^.*[)\]}]\.(?=\w+$)/, "….");
    const kind = `${file} ${taker}${event === undefined ? "" : ` ${event}`}`;
    const time = (times.get(kind) ?? 0) + 1;
    times.set(kind, time);
    const name = time > 1 ? `${kind} ${time}` : kind;
    found.push({ name, file, given: placeOf(given), inner: placeOf(containedIn(given)) });
  };
  visit(source);
  return found;
}

const listening = /^(on|once|addListener|prependListener|prependOnceListener|addEventListener)$/;
const timing = /^(setTimeout|setInterval|setImmediate|queueMicrotask|nextTick)$/;
const calling =
  /^(createServer|listen|close|end|write|publish|pipeline|finished|execFile|addReadStreamLazy|work|setTimeout)$/;

function callbacksOf(call: ts.CallExpression): ts.Expression[] {
  const called = call.expression;
  const name = ts.isPropertyAccessExpression(called) ? called.name.text : ts.isIdentifier(called) ? called.text : "";
  const [first, second] = call.arguments;
  if (listening.test(name) && ts.isPropertyAccessExpression(called)) return second ? [second] : [];
  if (timing.test(name) && !(name === "setTimeout" && ts.isPropertyAccessExpression(called)))
    return first ? [first] : [];
  return calling.test(name) ? call.arguments.filter(isFunction) : [];
}

/** The function in `contain("what", function)`, or what is given itself. */
function containedIn(given: ts.Expression): ts.Expression {
  return (ts.isCallExpression(given) && given.arguments.find(isFunction)) || given;
}

const isFunction = (given: ts.Node): given is ts.ArrowFunction | ts.FunctionExpression =>
  ts.isArrowFunction(given) || ts.isFunctionExpression(given);
