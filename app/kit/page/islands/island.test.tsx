import { renderToString } from "react-dom/server";
import { useId } from "react";
import { expect, it } from "vitest";
import { Island } from "./island";
import { PageContextProvider } from "./page-context";
import { renderIsland } from "./render.server";
import { IslandScripts } from "./scripts";

const page = { nonce: "n1", entry: { module: "/assets/entry.js", imports: ["/assets/a.js"] }, renderIsland };
const onServer = (element: React.ReactNode) =>
  renderToString(<PageContextProvider value={page}>{element}</PageContextProvider>);

it("leaves the fallback on the page and says what to load", () => {
  const html = onServer(
    <Island name="chart" props={{ title: `"<&` }} when="visible">
      <p>看得见</p>
    </Island>,
  );
  expect(html).toContain('data-island="chart" data-when="visible"');
  expect(html).toContain('data-props="{&quot;title&quot;:&quot;\\&quot;&lt;&amp;&quot;}"');
  expect(html).toContain("<p>看得见</p>");
});

it("renders a component that can be rendered, each with ids of its own", () => {
  const Named = () => <i id={useId()} />;
  const html = onServer(
    <>
      <Island name="chart" of={Named} props={{}} />
      <Island name="chart" of={Named} props={{}} />
    </>,
  );
  const ids = [...html.matchAll(/<i id="([^"]+)"/g)].map((match) => match[1]);
  const prefixes = [...html.matchAll(/data-prefix="([^"]+)"/g)].map((match) => match[1]);
  expect(new Set(ids).size).toBe(2);
  expect(ids.every((id, index) => id!.includes(prefixes[index]!))).toBe(true);
});

it("loads one script under the page's nonce", () => {
  expect(onServer(<IslandScripts />)).toBe(
    '<link rel="modulepreload" href="/assets/a.js"/><script nonce="n1" type="module" src="/assets/entry.js"></script>',
  );
});
