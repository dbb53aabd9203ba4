/**
 * Brings the parts of the page marked `data-live` up to date every so many seconds, in place of the reload that the page's
 * Refresh header asks for. The request carries `x-part: list`, so that the loader can leave out the rest. Gives back what ends it.
 */
export function keepFresh(seconds: number): () => void {
  // Stopping a page that has loaded takes back the reload that was planned.
  const stopReload = () => window.stop();
  if (document.readyState === "complete") stopReload();
  else addEventListener("load", stopReload, { once: true });
  const timer = setInterval(() => void bringUpToDate(), seconds * 1000);
  return () => clearInterval(timer);
}

async function bringUpToDate(): Promise<void> {
  if (document.hidden) return;
  const answer = await fetch(location.href, {
    headers: { "x-part": "list", accept: "text/html" },
    cache: "no-store",
  }).catch(() => undefined);
  // Another page, most likely the login, or that the page has been ended: it has to be seen.
  if (answer?.redirected || answer?.status === 404) return location.reload();
  if (!answer?.ok) return;
  const page = new DOMParser().parseFromString(await answer.text(), "text/html");
  for (const part of document.querySelectorAll<HTMLElement>("[data-live]")) {
    const fresh = page.querySelector(`[data-live="${part.dataset.live}"]`);
    if (!fresh || fresh.innerHTML === part.innerHTML || part.contains(document.activeElement)) continue;
    part.replaceChildren(...fresh.childNodes);
  }
}
