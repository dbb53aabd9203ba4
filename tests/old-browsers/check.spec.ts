import { expect, it } from "vitest";
import { newerThanFloor as newerInScript } from "../floor/read-script";
import { newerThanFloor as newerInStyles } from "../floor/read-styles";

it.each([
  [".a{& td{color:red}}", "nested rule"],
  [".a:has(b){color:red}", ":has"],
  [".a :is(th,td){color:red}", ":is"],
  [":where(.a) b{color:red}", ":where"],
  [".a:not(.b,.c){color:red}", "list in :not"],
  [".a:hover,.a:focus-visible{color:red}", ":focus-visible"],
  [".a{inset:0}", "inset"],
  [".a{color:color-mix(in srgb,red,var(--b))}", "color-mix("],
  [".a{overflow:clip}", "clip"],
  [".a{height:100dvh}", "unit dvh"],
  ["@container a (max-width:9px){.b{color:red}}", "@container"],
  ["@layer a{.b{color:red}}", "@layer"],
  ["@media (width<900px){.b{color:red}}", "media condition"],
])("%s is newer than the floor", (css, what) => expect(newerInStyles(css).join()).toContain(what));

it.each([
  ".a:focus-visible{outline:0}",
  ".a{height:100vh;height:100dvh}",
  "@supports (container-type:inline-size){@container a (max-width:9px){.b{color:red}}}",
  "@view-transition{navigation:auto}",
  ".a{display:grid;gap:4px;color:rgb(0 0 0/50%);width:min(1px,2%)}",
])("%s is not, or is an addition", (css) => expect(newerInStyles(css)).toEqual([]));

it.each([
  ["class A{static{a()}}", "StaticBlock"],
  ["class A{#b(){}}", "MethodDefinition"],
  ["await a;", "await outside a function"],
  ["/(?<=a)b/", "pattern"],
  ["structuredClone(a)", "structuredClone"],
  ["a ||= b; c = d?.[0] ?? e; class F{g=1}", undefined],
  ["async()=>{await a}", undefined],
])("%s", (script, what) => {
  const found = newerInScript(script).join();
  if (what) expect(found).toContain(what);
  else expect(found).toBe("");
});
