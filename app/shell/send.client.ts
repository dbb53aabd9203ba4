import { inPlace } from "./in-place";

/** Posts one of the frame's changes without leaving the page; false when the server did not take it. */
export async function send(action: string, fields: Record<string, string>): Promise<boolean> {
  try {
    const body = new URLSearchParams({ ...fields, back: here() });
    const answer = await fetch(action, { method: "POST", body, redirect: "manual", headers: { [inPlace]: "1" } });
    // A redirect leads to the login: the session is over, and nothing was changed.
    return answer.status === 204;
  } catch {
    return false;
  }
}

/** Posts one of the frame's changes as a form would: the page is loaded again. */
export function sendAway(action: string, fields: Record<string, string>) {
  const form = document.createElement("form");
  form.method = "post";
  form.action = action;
  for (const [name, value] of Object.entries({ ...fields, back: here() })) {
    const input = document.createElement("input");
    Object.assign(input, { type: "hidden", name, value });
    form.append(input);
  }
  document.body.append(form);
  form.submit();
}

const here = () => location.pathname + location.search;
