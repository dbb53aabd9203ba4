import { renderToStaticMarkup } from "react-dom/server";
import { expect, it } from "vitest";
import { plainHtml } from "./plain-html";

const odd = `"站" & <'场'>`;

it.each([
  ["texts", [odd, 0, null, undefined, false, true, ""]],
  [
    "a cell",
    <td className="right" title={odd}>
      {odd}
    </td>,
  ],
  [
    "links in cells",
    [
      <td key="a">
        <a href={`/a?b=1&c=${odd}`} target="_blank" rel="noopener">
          {odd}
        </a>
      </td>,
      <td key="b" title={undefined}>
        {12.5}
      </td>,
    ],
  ],
  [
    "a tick",
    <td>
      <input type="checkbox" name="ids" form="ticked" aria-label="选择此行" value={odd} />
    </td>,
  ],
  [
    "marks",
    <span className="quiet">
      <b>一</b>
      <small>{["二"]}</small>
    </span>,
  ],
])("writes %s as React does", (_, node) => {
  expect(plainHtml(node)).toBe(renderToStaticMarkup(<>{node}</>));
});

it("leaves to React what it does not know", () => {
  const Component = () => <b>一</b>;
  for (const node of [
    <Component />,
    <td style={{ width: 1 }}>一</td>,
    <span hidden>一</span>,
    <form>一</form>,
    <>一</>,
    <b dangerouslySetInnerHTML={{ __html: "一" }} />,
  ]) {
    expect(plainHtml(<td>{node}</td>)).toBeUndefined();
    expect(plainHtml(["一", [node]])).toBeUndefined();
  }
});
