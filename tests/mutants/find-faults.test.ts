import ts from "typescript";
import { describe, expect, it } from "vitest";
import { drawFaults, findFaults, plant, type Fault } from "./find-faults";

describe("faults in a source", () => {
  it("are slips in what it decides", () => {
    expect(outcomes("const f = (a: number) => { if (!a) return 1; return a > 2 && a < 5 ? a : -a; };")).toEqual([
      "guard: const f = (a: number) => {  return a > 2 && a < 5 ? a : -a; };",
      "negated: const f = (a: number) => { if (a) return 1; return a > 2 && a < 5 ? a : -a; };",
      "negated: const f = (a: number) => { if (!a) return 1; return !(a > 2 && a < 5) ? a : -a; };",
      "side: const f = (a: number) => { if (!a) return 1; return a < 5 ? a : -a; };",
      "bound: const f = (a: number) => { if (!a) return 1; return a >= 2 && a < 5 ? a : -a; };",
      "bound: const f = (a: number) => { if (!a) return 1; return a > 3 && a < 5 ? a : -a; };",
      "side: const f = (a: number) => { if (!a) return 1; return a > 2 ? a : -a; };",
      "bound: const f = (a: number) => { if (!a) return 1; return a > 2 && a <= 5 ? a : -a; };",
      "bound: const f = (a: number) => { if (!a) return 1; return a > 2 && a < 6 ? a : -a; };",
      "branch: const f = (a: number) => { if (!a) return 1; return a > 2 && a < 5 ? a : a; };",
    ]);
  });

  it("are a filter left out, another order, a lost await, fallback or field, and UTC", () => {
    expect(outcomes('db.where("a", "=", 1).orderBy("b", "desc")')).toEqual([
      'filter: db.orderBy("b", "desc")',
      'order: db.where("a", "=", 1).orderBy("b", "asc")',
    ]);
    expect(outcomes("list.sort((a, b) => f(a, b)).reverse().slice(1)").slice(0, 1)).toEqual([
      "order: list.sort((b, a) => f(a, b)).reverse().slice(1)",
    ]);
    expect(outcomes("list.reverse().slice(1)")).toEqual(["order: list.slice(1)", "bound: list.reverse().slice(2)"]);
    expect(outcomes("f(await g(), x ?? y, z ?? null)")).toEqual([
      "await: f(g(), x ?? y, z ?? null)",
      "fallback: f(await g(), x!, z ?? null)",
    ]);
    expect(outcomes("f({ a, ...b }, [...c])")).toEqual([
      "field: f({ ...b }, [...c])",
      "field: f({ a,  }, [...c])",
      "field: f({ a, ...b }, [])",
    ]);
    expect(outcomes("f(settings().OPERATOR_TIME_ZONE)")).toEqual(['zone: f("UTC")']);
  });

  it("are a name of the same type beside it, the one most easily mistaken", () => {
    const types = "interface Line { name: string; upFirst: number; downFirst: number; upLast: number }\n";
    expect(outcomes(`${types}const f = (line: Line) => line.upFirst;`)).toEqual([
      `name: ${types}const f = (line: Line) => line.downFirst;`,
    ]);
    expect(outcomes(`${types}const f = (line: Line) => line.name;`)).toEqual([]);
    expect(outcomes("const f = ({ lng, lat }: { lng: number; lat: number }) => g(lng);")).toEqual([
      "name: const f = ({ lng, lat }: { lng: number; lat: number }) => g(lat);",
    ]);
  });

  it("are found in SQL, past its holes and texts", () => {
    const query =
      "sql`select coalesce(a, 0) from t left join u using (b) where c = ${x} and d between 1 and 2 and (e < ' and ' or f) order by g desc, h limit 1`";
    expect(
      outcomes(query).map((one) => one.replace("select coalesce(a, 0) from t left join u using (b)", "*")),
    ).toEqual([
      "fallback: sql`select coalesce(a) from t left join u using (b) where c = ${x} and d between 1 and 2 and (e < ' and ' or f) order by g desc, h limit 1`",
      "filter: sql`select coalesce(a, 0) from t join u using (b) where c = ${x} and d between 1 and 2 and (e < ' and ' or f) order by g desc, h limit 1`",
      "filter: sql`* where d between 1 and 2 and (e < ' and ' or f) order by g desc, h limit 1`",
      "filter: sql`* where c = ${x} and (e < ' and ' or f) order by g desc, h limit 1`",
      "filter: sql`* where c = ${x} and d between 1 and 2 order by g desc, h limit 1`",
      "bound: sql`* where c = ${x} and d between 1 and 2 and (e <= ' and ' or f) order by g desc, h limit 1`",
      "order: sql`* where c = ${x} and d between 1 and 2 and (e < ' and ' or f) order by g asc, h limit 1`",
      "order: sql`* where c = ${x} and d between 1 and 2 and (e < ' and ' or f) order by g desc limit 1`",
      "order: sql`* where c = ${x} and d between 1 and 2 and (e < ' and ' or f) order by g desc, h desc limit 1`",
    ]);
    expect(outcomes("sql`delete from t where deleted_at is null`")).toEqual([
      "filter: sql`delete from t where true`",
      "negated: sql`delete from t where deleted_at is not null`",
    ]);
  });

  it("leave alone what only says something", () => {
    for (const text of [
      'log.warn({ a: b > 1 }, "slow");',
      "const shown = <a className={b ? c : d} />;",
      "throw new Error(`${a ?? b}`);",
      'import { a } from "a";',
      "type A = B extends 1 ? 2 : 3;",
      "async () => { await f(); return await g(); }",
    ])
      expect([text, outcomes(text)]).toEqual([text, []]);
  });
});

it("draws the same faults from the same seed, each once, and rare kinds among the first", () => {
  const faults = faultsIn(`f(await g());\n${"if (a > 1 && b) c();\n".repeat(30)}`);
  const drawn = (seed: number) => [...drawFaults(faults, seed)];
  expect(drawn(7)).toEqual(drawn(7));
  expect(drawn(8)).not.toEqual(drawn(7));
  expect(new Set(drawn(7)).size).toBe(faults.length);
  expect(
    drawn(7)
      .slice(0, 20)
      .map(({ kind }) => kind),
  ).toContain("await");
});

function outcomes(text: string): string[] {
  return faultsIn(text).map((fault) => `${fault.kind}: ${plant(text, fault)}`);
}

function faultsIn(text: string): Fault[] {
  const source = ts.createSourceFile("/a.tsx", text, ts.ScriptTarget.ES2022, true, ts.ScriptKind.TSX);
  const host = {
    ...ts.createCompilerHost({}),
    getSourceFile: (name: string) => (name === "/a.tsx" ? source : undefined),
  };
  const program = ts.createProgram(["/a.tsx"], { noLib: true, jsx: ts.JsxEmit.Preserve, types: [] }, host);
  return findFaults(source, program.getTypeChecker(), "a.tsx");
}
