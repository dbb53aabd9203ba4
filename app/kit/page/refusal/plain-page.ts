import { escapeHtml } from "~/kit/ground/escape-html";

export interface PlainPage {
  /** The number in the log. */
  ref?: string;
  /** More than the one sentence: why, and what to do. */
  text?: string;
  links: { label: string; href: string }[];
  /** A button that posts these fields to the same address. */
  again?: { label: string; fields: Record<string, string> };
}

/** A page of few words, for answers that no screen can be rendered for. */
export function plainPage(message: string, { ref, text, links, again }: PlainPage): string {
  const said = escapeHtml(message);
  const under = links.map(({ label, href }) => `<a href="${escapeHtml(href)}">${escapeHtml(label)}</a>`).join(" ");
  return (
    `<!DOCTYPE html><html lang="zh-CN"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>${said}</title></head>` +
    `<body style="font:16px/1.6 system-ui,sans-serif;max-width:40em;margin:4em auto;padding:0 1em">` +
    `<h1 style="font-size:1.3em">${said}</h1>${text ? `<p>${escapeHtml(text)}</p>` : ""}${ref ? `<p>编号 ${ref}</p>` : ""}` +
    `${again ? formOf(again) : ""}<p>${under}</p></body></html>`
  );
}

function formOf({ label, fields }: NonNullable<PlainPage["again"]>): string {
  const hidden = Object.entries(fields).map(
    ([name, value]) => `<input type="hidden" name="${escapeHtml(name)}" value="${escapeHtml(value)}">`,
  );
  return `<form method="post">${hidden.join("")}<button style="font:inherit;padding:.4em 1.2em">${escapeHtml(label)}</button></form>`;
}
