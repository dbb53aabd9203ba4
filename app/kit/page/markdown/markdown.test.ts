import { describe, expect, it } from "vitest";
import { markdownHtml } from "./markdown.server";

describe("a text in Markdown", () => {
  it("becomes lists, emphasis and headings below the page's own", () => {
    expect(markdownHtml("# 新增\n- **线路** 导入\n- 站点")).toBe(
      "<h4>新增</h4>\n<ul>\n<li><strong>线路</strong> 导入</li>\n<li>站点</li>\n</ul>\n",
    );
    expect(markdownHtml("一\n二")).toContain("<br>");
  });

  it("shows HTML as text", () => {
    const html = markdownHtml('<script>alert(1)</script> <img src=x onerror=alert(1)>\n\n<div onclick="x">');
    expect(html).toBe(
      "<p>&lt;script&gt;alert(1)&lt;/script&gt; &lt;img src=x onerror=alert(1)&gt;</p>\n<p>&lt;div onclick=&quot;x&quot;&gt;</p>\n",
    );
  });

  it("links only to pages, others open apart and learn nothing of this one", () => {
    expect(markdownHtml("[说明](https://example.com/a)")).toContain(
      '<a href="https://example.com/a" target="_blank" rel="noopener noreferrer nofollow">说明</a>',
    );
    expect(markdownHtml("[线路](/line/line-management)")).toContain('<a href="/line/line-management">线路</a>');
    for (const address of [
      "javascript:alert(1)",
      "JaVaScRiPt:alert(1)",
      "data:text/html,x",
      "vbscript:x",
      "//elsewhere.example",
      "&#106;avascript:alert(1)",
      "java\tscript:x",
      "file:///etc/passwd",
    ]) {
      expect(markdownHtml(`[a](${address})`), address).not.toContain("<a ");
      expect(markdownHtml(`[a][1]\n\n[1]: ${address}`), address).not.toContain("<a ");
    }
    expect(markdownHtml("<javascript:alert(1)>")).not.toContain("<a ");
  });

  it("has no pictures and no attributes of its author's", () => {
    expect(markdownHtml("![x](https://example.com/p.png) y")).toBe(
      `<p>!<a href="https://example.com/p.png" target="_blank" rel="noopener noreferrer nofollow">x</a> y</p>\n`,
    );
    expect(markdownHtml('[a](https://example.com "x\\" onmouseover=\\"alert(1)")')).not.toMatch(/" onmouseover="/);
    expect(markdownHtml("```html\n<b onclick=1>\n```")).not.toContain("<b");
  });
});
