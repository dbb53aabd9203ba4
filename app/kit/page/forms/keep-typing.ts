/** On a page with a form to fill in, loads what keeps the typing; signing out forgets everything kept in this window. */
export function keepTypingOfForms() {
  const form = document.querySelector<HTMLFormElement>("form[data-keep-typing]");
  if (form) void import("./typed.client").then((code) => code.keepTyping(form));
  document.addEventListener("submit", ({ target }) => {
    if ((target as HTMLFormElement).action.endsWith("/sign-out")) sessionStorage.clear();
  });
}
