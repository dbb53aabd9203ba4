import { type AskedPage, Visitor } from "./visit";

/** A browser at a program that runs by itself, or at several of one installation in turns: its cookies go to whichever is asked. */
export class DistantVisitor extends Visitor {
  constructor(public url: string) {
    super();
  }

  override async send(path: string, { method = "GET", headers = {}, body }: AskedPage = {}): Promise<Response> {
    const cookie = [...this.cookies].map(([name, value]) => `${name}=${value}`).join("; ");
    const answer = await fetch(this.url + path, {
      method,
      redirect: "manual",
      headers: { cookie, origin: this.url, ...headers },
      body,
    });
    for (const line of answer.headers.getSetCookie()) this.keep(line);
    return answer;
  }
}
