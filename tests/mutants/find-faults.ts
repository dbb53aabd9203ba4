import ts from "typescript";
import { chanceFrom } from "../../app/commands/fleet/chance";

const kinds = [
  "negated",
  "side",
  "bound",
  "filter",
  "await",
  "order",
  "name",
  "zone",
  "guard",
  "field",
  "fallback",
  "branch",
] as const;

/** A single slip of a tired engineer: the text from `start` to `end` of a file, and what stands there instead. */
export interface Fault {
  file: string;
  line: number;
  kind: (typeof kinds)[number];
  start: number;
  end: number;
  before: string;
  after: string;
}

type Add = (kind: Fault["kind"], start: number, end: number, after?: string) => void;

/** All faults that can be planted in a source, in the order of their places; `file` is the name that they bear. */
export function findFaults(source: ts.SourceFile, checker: ts.TypeChecker, file: string): Fault[] {
  const faults: Fault[] = [];
  const add: Add = (kind, start, end, after = "") =>
    faults.push({
      file,
      line: source.getLineAndCharacterOfPosition(start).line + 1,
      kind,
      start,
      end,
      before: source.text.slice(start, end),
      after,
    });
  const visit = (node: ts.Node): void => {
    if (saysOnly(node)) return;
    findAt(node, source, add);
    findSibling(node, checker, add);
    if (ts.isTaggedTemplateExpression(node) && node.tag.getText() === "sql") findInSql(node.template, source.text, add);
    ts.forEachChild(node, visit);
  };
  visit(source);
  return faults.sort((a, b) => a.start - b.start || kinds.indexOf(a.kind) - kinds.indexOf(b.kind));
}

/** The source with the fault in it. */
export const plant = (text: string, { start, end, after }: Fault): string =>
  text.slice(0, start) + after + text.slice(end);

/** The faults in an order that follows from the seed: each time a kind is drawn, so that none crowds out the rare ones, and then a place. */
export function* drawFaults(faults: readonly Fault[], seed: number): Generator<Fault> {
  const random = chanceFrom(seed);
  const draw = <T>(of: T[]) => of.splice(Math.floor(random() * of.length), 1)[0]!;
  const left = kinds.map((kind) => faults.filter((fault) => fault.kind === kind)).filter(({ length }) => length > 0);
  while (left.length > 0) {
    const ofKind = draw(left);
    yield draw(ofKind);
    if (ofKind.length > 0) left.push(ofKind);
  }
}

/** Types, imports, looks, and words for the log, for papers and for whoever is refused: no test needs to know them. */
function saysOnly(node: ts.Node): boolean {
  if (ts.isImportDeclaration(node) || ts.isTypeNode(node) || ts.isTypeAliasDeclaration(node)) return true;
  if (ts.isInterfaceDeclaration(node) || ts.isThrowStatement(node)) return true;
  if (ts.isJsxAttribute(node)) return /^(className|style|key)$/.test(node.name.getText());
  const called = ts.isCallExpression(node) ? node.expression.getText() : "";
  return /^(log|logger|console)\.\w+$|^printLine$|\.(describe|meta)$/.test(called);
}

const bounds: Record<string, string> = { "<": "<=", "<=": "<", ">": ">=", ">=": ">" };
const equalities: Record<string, string> = { "===": "!==", "!==": "===", "==": "!=", "!=": "==" };
const left = /^(where|whereRef|filter|distinct)$/;
const sliced = /^(slice|substring|at|limit|subarray)$/;

function findAt(node: ts.Node, source: ts.SourceFile, add: Add): void {
  const start = (one: ts.Node) => one.getStart(source);
  const text = (one: ts.Node) => one.getText(source);
  const negate = (condition: ts.Expression) => {
    if (ts.isPrefixUnaryExpression(condition) && condition.operator === ts.SyntaxKind.ExclamationToken)
      add("negated", start(condition), condition.end, text(condition.operand));
    else if (!ts.isBinaryExpression(condition) || !(condition.operatorToken.getText(source) in equalities))
      add("negated", start(condition), condition.end, `!(${text(condition)})`);
  };
  if (ts.isBinaryExpression(node)) {
    const { left: first, right: second, operatorToken: sign } = node;
    const word = text(sign);
    if (word in equalities) add("negated", start(sign), sign.end, equalities[word]);
    if (word in bounds) add("bound", start(sign), sign.end, bounds[word]);
    if (word in bounds || word in equalities) for (const side of [first, second]) moveNumber(side);
    if (word === "&&" || word === "||") {
      add("side", first.end, second.end);
      add("side", start(first), start(second));
    }
    const isNothing = /^(undefined|null)$/.test(text(second));
    if (word === "??" && !isNothing) add("fallback", first.end, second.end, "!");
  }
  if (ts.isIfStatement(node)) {
    negate(node.expression);
    if (node.elseStatement) add("branch", start(node.elseStatement), node.elseStatement.end, text(node.thenStatement));
    else if (leaves(node.thenStatement) && !ts.isIfStatement(node.parent)) add("guard", start(node), node.end);
  }
  if (ts.isConditionalExpression(node)) {
    negate(node.condition);
    add("branch", start(node.whenFalse), node.whenFalse.end, text(node.whenTrue));
  }
  // What is only waited for is noticed by lint, and what is answered is waited for by who asked.
  if (ts.isAwaitExpression(node) && !ts.isExpressionStatement(node.parent) && !ts.isReturnStatement(node.parent))
    add("await", start(node), start(node.expression));
  if (ts.isCallExpression(node) && ts.isPropertyAccessExpression(node.expression)) {
    const { expression: of, name } = node.expression;
    const [first] = node.arguments;
    if (left.test(name.text)) add("filter", of.end, node.end);
    if (/^(toReversed|reverse)$/.test(name.text)) add("order", of.end, node.end);
    if (name.text === "push" && node.arguments.length === 1) add("order", start(name), name.end, "unshift");
    if (name.text === "leftJoin") add("filter", start(name), name.end, "innerJoin");
    if (/^(toSorted|sort)$/.test(name.text) && first && ts.isArrowFunction(first) && first.parameters.length === 2) {
      const [a, b] = first.parameters;
      add("order", start(a!), b!.end, `${text(b!)}, ${text(a!)}`);
    }
    if (name.text === "orderBy")
      for (const word of node.arguments)
        if (/^"(asc|desc)"$/.test(text(word)))
          add("order", start(word), word.end, text(word) === '"asc"' ? '"desc"' : '"asc"');
    if (sliced.test(name.text)) node.arguments.forEach(moveNumber);
  }
  if (ts.isPropertyAccessExpression(node) && node.name.text === "OPERATOR_TIME_ZONE")
    add("zone", start(node), node.end, '"UTC"');
  if (ts.isObjectLiteralExpression(node) || ts.isArrayLiteralExpression(node)) {
    const parts: ts.NodeArray<ts.Node> = ts.isObjectLiteralExpression(node) ? node.properties : node.elements;
    parts.forEach((part, place) => {
      const mayGo = ts.isObjectLiteralExpression(node) ? !ts.isMethodDeclaration(part) : ts.isSpreadElement(part);
      if (mayGo) add("field", start(part), place + 1 < parts.length ? start(parts[place + 1]!) : part.end);
    });
  }

  function moveNumber(side: ts.Expression): void {
    if (ts.isNumericLiteral(side)) add("bound", start(side), side.end, String(Number(side.text) + 1));
  }
}

/** Whether a statement does nothing but leave. */
function leaves(statement: ts.Statement): boolean {
  const [only, more] = ts.isBlock(statement) ? statement.statements : [statement];
  if (!only || more) return false;
  return (
    ts.isReturnStatement(only) || ts.isThrowStatement(only) || ts.isContinueStatement(only) || ts.isBreakStatement(only)
  );
}

/** A name beside which another of the same type stands, in the same object or the same list of parameters. */
function findSibling(node: ts.Node, checker: ts.TypeChecker, add: Add): void {
  if (ts.isPropertyAccessExpression(node) && !isCalled(node)) {
    const own = checker.getSymbolAtLocation(node.name);
    if (own && isOurs(own)) {
      const type = (symbol: ts.Symbol) => checker.typeToString(checker.getTypeOfSymbolAtLocation(symbol, node));
      const others = checker
        .getPropertiesOfType(checker.getTypeAtLocation(node.expression))
        .filter((one) => one.name !== own.name && isOurs(one) && type(one) === type(own));
      const name = findClosest(
        own.name,
        others.map((one) => one.name),
      );
      if (name && type(own) !== "any") add("name", node.name.getStart(), node.name.end, name);
    }
  }
  const isRead = ts.isIdentifier(node) && (ts.isExpression(node.parent) || ts.isTemplateSpan(node.parent));
  const isName = ts.isIdentifier(node) && ts.isPropertyAccessExpression(node.parent) && node.parent.name === node;
  if (!isRead || isName || isCalled(node) || ts.isArrowFunction(node.parent)) return;
  const declared = checker.getSymbolAtLocation(node)?.valueDeclaration;
  if (!declared || !(ts.isBindingElement(declared) || ts.isParameter(declared))) return;
  const type = (one: ts.Node) => checker.typeToString(checker.getTypeAtLocation(one));
  const around: ts.NodeArray<ts.Node> = ts.isParameter(declared)
    ? declared.parent.parameters
    : declared.parent.elements;
  const others = around.flatMap((one) =>
    one !== declared && (ts.isBindingElement(one) || ts.isParameter(one)) && ts.isIdentifier(one.name)
      ? [one.name]
      : [],
  );
  const alike = others.filter((one) => type(one) === type(declared)).map(({ text }) => text);
  const name = findClosest(node.text, alike);
  if (name && type(declared) !== "any") add("name", node.getStart(), node.end, name);
}

const isCalled = (node: ts.Node) => ts.isCallExpression(node.parent) && node.parent.expression === node;

const isOurs = ({ declarations = [] }: ts.Symbol) =>
  declarations.length > 0 &&
  declarations.every((one) => !/\/node_modules\/|\/lib\.[\w.]+\.d\.ts$/.test(one.getSourceFile().fileName));

/** The name most easily mistaken for this one: what both begin and end with is longest. */
function findClosest(name: string, others: readonly string[]): string | undefined {
  const alike = (other: string) => {
    const most = Math.min(name.length, other.length);
    let [begin, end] = [0, 0];
    while (begin < most && name[begin] === other[begin]) begin++;
    while (end < most - begin && name.at(-1 - end) === other.at(-1 - end)) end++;
    return begin + end;
  };
  return [...others].filter((one) => /^[\w$]+$/.test(one)).sort((a, b) => alike(b) - alike(a))[0];
}

const nextClause =
  /^\s+(and|or|order by|group by|having|limit|offset|returning|union|when|then|else|end|for|window|where|on conflict|(left |cross )?join|with ordinality)\b/;

/** Faults in the SQL of a template, whose holes and texts are looked past. */
function findInSql(template: ts.TemplateLiteral, text: string, add: Add): void {
  const from = template.getStart() + 1;
  const raw = text.slice(from, template.end - 1);
  let sql = raw;
  const hide = (start: number, end: number) => (sql = sql.slice(0, start) + "_".repeat(end - start) + sql.slice(end));
  if (ts.isTemplateExpression(template))
    for (const { expression, literal } of template.templateSpans)
      hide(expression.getFullStart() - 2 - from, literal.getStart() + 1 - from);
  for (const { index, 0: word } of sql.matchAll(/'[^']*'/g)) hide(index, index + word.length);
  const at = (kind: Fault["kind"], start: number, end: number, after?: string) =>
    add(kind, from + start, from + end, after);
  /** Where what begins here ends: at the bracket around it, or where `ends` says so outside brackets. */
  const endOf = (start: number, ends: (rest: string, before: string) => boolean) => {
    let depth = 0;
    for (let i = start; i < sql.length; i++) {
      if (sql[i] === ")" && --depth < 0) return i;
      if (sql[i] === "(") depth++;
      if (depth === 0 && (sql[i] === ";" || ends(sql.slice(i, i + 20), sql.slice(start, i)))) return i;
    }
    return sql.trimEnd().length;
  };
  const isRange = (before: string) => /\bbetween\s+\S+$/.test(before);
  const endOfTerm = (start: number) => endOf(start, (rest, before) => nextClause.test(rest) && !isRange(before));

  for (const { index, 0: word } of sql.matchAll(/\s+and\s+/g))
    if (!isRange(sql.slice(0, index))) at("filter", index, endOfTerm(index + word.length));
  for (const { index, 0: word } of sql.matchAll(/\bwhere\s+/g)) {
    const start = index + word.length;
    const end = endOfTerm(start);
    const next = /^\s+and\s+/.exec(sql.slice(end));
    if (next) at("filter", start, end + next[0].length);
    else if (end > start && !/^\s+or\b/.test(sql.slice(end))) at("filter", start, end, "true");
  }
  for (const { index, 0: word } of sql.matchAll(/\border by\s+/g)) {
    const end = endOf(index + word.length, (rest) => nextClause.test(rest));
    for (let start = index + word.length; start < end;) {
      const to = Math.min(
        end,
        endOf(start, (rest) => rest.startsWith(",")),
      );
      const way = /\s+(desc|asc)\b/.exec(sql.slice(start, to));
      const nulls = /\s+nulls /.exec(sql.slice(start, to))?.index ?? to - start;
      if (way) at("order", start + way.index, start + way.index + way[0].length, way[1] === "desc" ? " asc" : " desc");
      else if (to > start) at("order", start + nulls, start + nulls, " desc");
      if (to === end && sql.slice(index, start).includes(",")) at("order", sql.lastIndexOf(",", start), end);
      start = to + 1;
    }
  }
  for (const { index, 0: word } of sql.matchAll(/\bis (not )?null\b/g))
    at("negated", index, index + word.length, word === "is null" ? "is not null" : "is null");
  for (const { index, 0: sign } of sql.matchAll(/(?<=\s)(<=|>=|<|>)(?=\s)/g))
    at("bound", index, index + sign.length, bounds[sign]);
  for (const { index, 0: word } of sql.matchAll(/\bleft (?=join\b)|\bdistinct (?!on\b|from\b)/g))
    at("filter", index, index + word.length);
  for (const { index, 0: word } of sql.matchAll(/\bcoalesce\(/g)) {
    const first = endOf(index + word.length, (rest) => rest.startsWith(","));
    if (sql[first] === ",")
      at(
        "fallback",
        first,
        endOf(first, () => false),
      );
  }
}
