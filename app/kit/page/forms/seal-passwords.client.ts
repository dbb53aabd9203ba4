import { encryptText } from "./encrypt-text";

interface Key {
  keyId: string;
  publicKey: string;
  until: number;
}

/** Has a form's passwords leave the page encrypted; where the server gives no key they are sent as without this. */
export function sealPasswords(form: HTMLFormElement): void {
  let asked = askKey();
  let key: Key | undefined;
  void asked.then((given) => (key = given));
  const seal = (event: Event) => {
    if (event.defaultPrevented || form.dataset.sealed) return;
    if (key && key.until > Date.now()) return replacePasswords(form, key);
    event.preventDefault();
    if (key) asked = askKey();
    void asked.then((given) => {
      if (given) replacePasswords(form, given);
      form.submit();
    });
  };
  form.addEventListener("submit", seal);
}

async function askKey(): Promise<Key | undefined> {
  try {
    const answer = await fetch("/api/base/login/getPublicKey", {
      method: "POST",
      headers: { "Content-Type": "application/json" },
      body: "{}",
    });
    const { success, data } = (await answer.json()) as { success: boolean; data: Key & { expiresIn: number } };
    return success ? { ...data, until: Date.now() + (data.expiresIn - 60) * 1000 } : undefined;
  } catch {
    return undefined;
  }
}

/** Hidden fields take the place of the typed ones, which keep what was typed and lose their names until the page goes. */
function replacePasswords(form: HTMLFormElement, { keyId, publicKey }: Key): void {
  const typed = [...form.querySelectorAll<HTMLInputElement>("input[type=password][name]")];
  const sealed = typed.map(({ name, value }) => [name, value && encryptText(publicKey, value)] as const);
  if (sealed.some(([, value]) => value === undefined)) return;
  form.dataset.sealed = "";
  const fields = [...sealed, ["keyId", keyId], ["sealed", sealed.map(([name]) => name).join()]] as [string, string][];
  const hidden = fields.map(([name, value]) =>
    Object.assign(document.createElement("input"), { type: "hidden", name, value }),
  );
  for (const input of typed) input.removeAttribute("name");
  form.append(...hidden);
  addEventListener("pageshow", () => {
    delete form.dataset.sealed;
    for (const input of hidden) input.remove();
    typed.forEach((input, at) => (input.name = sealed[at]![0]));
  });
}
