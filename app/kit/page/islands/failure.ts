/** Says under the fallback that the live part did not come, with a link that tries again, and at its second click loads the page again. */
export function showFailure(element: HTMLElement, retry: () => void) {
  const old = element.querySelector(":scope > [data-island-failed]");
  const note = document.createElement("p");
  note.dataset.islandFailed = "";
  note.setAttribute("role", "status");
  const link = document.createElement("a");
  link.href = location.href;
  link.textContent = "重试";
  note.append("此部分加载失败，", link);
  if (old) return old.replaceWith(note);
  link.addEventListener("click", (event) => {
    event.preventDefault();
    note.replaceChildren("正在重试…");
    retry();
  });
  element.append(note);
}
