import styles from "./fields.module.css";

/** Gives a password a button that shows what is typed, until the form is sent, and words while capitals are locked. */
export function easePassword(input: HTMLInputElement): void {
  const button = document.createElement("button");
  button.type = "button";
  button.className = styles.show!;
  const show = (shown: boolean) => {
    input.type = shown ? "text" : "password";
    button.textContent = shown ? "隐藏" : "显示";
    button.title = `${button.textContent}密码`;
  };
  show(false);
  button.addEventListener("click", () => {
    show(input.type === "password");
    input.focus();
  });
  document.addEventListener("submit", () => show(false), true);

  const capitals = Object.assign(document.createElement("div"), { className: styles.capitals });
  capitals.setAttribute("role", "status");
  const tell = (event: Event) => {
    const locked = event instanceof KeyboardEvent && event.getModifierState("CapsLock");
    capitals.textContent = locked ? "大写锁定已打开" : "";
  };
  for (const kind of ["keydown", "keyup"]) input.addEventListener(kind, tell);
  input.addEventListener("blur", tell);

  input.classList.add(styles.shown!);
  input.after(button);
  input.parentElement!.after(capitals);
}
