import { escapeHtml } from "~/kit/ground/escape-html";

/** A page of one sentence, for answers that no screen can be rendered for; `ref` is the number in the log. */
export function plainPage(
  message: string,
  { ref, links }: { ref?: string; links: { label: string; href: string }[] },
): string {
  const said = escapeHtml(message);
  const under = links.map(({ label, href }) => `<a href="${escapeHtml(href)}">${escapeHtml(label)}</a>`).join(" ");
  return (
    `<!DOCTYPE html><html lang="zh-CN"><head><meta charset="utf-8"><title>${said}</title></head>` +
    `<body style="font:16px/1.6 system-ui,sans-serif;max-width:40em;margin:4em auto;padding:0 1em">` +
    `<h1 style="font-size:1.3em">${said}</h1>${ref ? `<p>编号 ${ref}</p>` : ""}<p>${under}</p></body></html>`
  );
}
