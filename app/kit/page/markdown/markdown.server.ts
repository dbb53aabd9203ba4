import markdownIt from "markdown-it";

/** Only links that lead to a page: http and https, mail, and addresses on our own host. */
const safeLink = /^(https?:\/\/|mailto:|\/(?!\/)|#)/i;

const markdown = markdownIt({ html: false, linkify: true, breaks: true, typographer: false }).disable("image");
// What the linkifier finds without a scheme would become http://; only full addresses are meant.
markdown.linkify.set({ fuzzyLink: false, fuzzyEmail: false });
markdown.validateLink = (address) => safeLink.test(address.trim());
markdown.renderer.rules.link_open = (tokens, at, options, _env, self) => {
  const token = tokens[at]!;
  if (!/^[/#]/.test(String(token.attrGet("href")))) {
    token.attrSet("target", "_blank");
    token.attrSet("rel", "noopener noreferrer nofollow");
  }
  return self.renderToken(tokens, at, options);
};
// A page has its own headings: those of a text stand below them.
for (const rule of ["heading_open", "heading_close"] as const) {
  markdown.renderer.rules[rule] = (tokens, at, options, _env, self) => {
    const token = tokens[at]!;
    token.tag = `h${Math.min(6, Number(token.tag.slice(1)) + 3)}`;
    return self.renderToken(tokens, at, options);
  };
}

/** A text in Markdown as HTML that is safe to show: HTML in it is shown as text, links lead only to pages, there are no pictures. */
export function markdownHtml(text: string): string {
  return markdown.render(text);
}
