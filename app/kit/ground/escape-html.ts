const special = /["&'<>]/;
const written: Record<string, string> = { '"': "&quot;", "&": "&amp;", "'": "&#x27;", "<": "&lt;", ">": "&gt;" };

export function escapeHtml(text: string): string {
  return special.test(text) ? text.replace(/["&'<>]/g, (sign) => written[sign]!) : text;
}
