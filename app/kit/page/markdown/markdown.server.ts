import markdownIt from "markdown-it";

/** Only links that lead to a page: http and https, mail, and addresses on our own host. */
const safeLink = /^(https?:\/\/|mailto:|\/(?!\/)|#)/i;

interface MarkdownLook {
  /** How many levels of headings the page has above those of the text. */
  below: number;
  /** The addresses that pictures may come from; without it there are none. */
  pictures?: RegExp;
}

/** Makes texts in Markdown HTML that is safe to show: HTML in them is shown as text, links lead only to pages. */
export function newMarkdown({ below, pictures }: MarkdownLook): (text: string) => string {
  const markdown = markdownIt({ html: false, linkify: true, breaks: !pictures, typographer: false });
  // What the linkifier finds without a scheme would become http://; only full addresses are meant.
  markdown.linkify.set({ fuzzyLink: false, fuzzyEmail: false });
  markdown.validateLink = (address) => safeLink.test(address.trim());
  const { rules } = markdown.renderer;
  if (!pictures) markdown.disable("image");
  const { image } = rules;
  rules.image = (tokens, at, options, env, self) =>
    pictures?.test(String(tokens[at]!.attrGet("src"))) ? image!(tokens, at, options, env, self) : "";
  rules.link_open = (tokens, at, options, _env, self) => {
    const token = tokens[at]!;
    if (!/^[/#]/.test(String(token.attrGet("href")))) {
      token.attrSet("target", "_blank");
      token.attrSet("rel", "noopener noreferrer nofollow");
    }
    return self.renderToken(tokens, at, options);
  };
  for (const rule of ["heading_open", "heading_close"] as const) {
    rules[rule] = (tokens, at, options, _env, self) => {
      const token = tokens[at]!;
      token.tag = `h${Math.min(6, Number(token.tag.slice(1)) + below)}`;
      return self.renderToken(tokens, at, options);
    };
  }
  return (text) => markdown.render(text);
}

/** A text that a person wrote, below the page's own headings and without pictures. */
export const markdownHtml = newMarkdown({ below: 3 });
