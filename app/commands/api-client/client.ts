/** What openapi-typescript writes of the document: path -> method -> what is sent and answered. */
export type Paths = object;

type Operation<P> = P extends { post: { responses: unknown } }
  ? P["post"]
  : P extends { get: { responses: unknown } }
    ? P["get"]
    : never;
type Body<O> = O extends { requestBody?: { content: { "application/json": infer Sent } } }
  ? Sent
  : O extends { parameters: { query?: infer Sent } }
    ? Sent
    : never;
type Content<O> = O extends { responses: { 200: { content: infer Content } } } ? Content : never;
type ReplyData<O> = Content<O> extends { "application/json": { data: infer Data } } ? Data : never;

/** What a call takes; a call of files takes them as FormData. */
export type CallInput<P extends Paths, Path extends keyof P> = Body<Operation<P[Path]>> | FormData;
/** What a call answers: its data, or the answer as it is where that is a file. */
export type Data<P extends Paths, Path extends keyof P> = [
  Exclude<keyof Content<Operation<P[Path]>>, "application/json">,
] extends [never]
  ? [ReplyData<Operation<P[Path]>>] extends [null]
    ? null
    : NonNullable<ReplyData<Operation<P[Path]>>>
  : Response;

/** What the server answers around the data; what refuses a call is thrown as it came. */
export interface Envelope {
  success: boolean;
  code: number;
  message: string;
  data: unknown;
  reason?: "field" | "stale" | "missing" | "used" | "forbidden";
  errors?: { path: string; message: string; row?: number }[];
  ref?: string;
}

export interface Surroundings {
  address: string;
  readToken(): string | null;
  /** Shows a message with one button, which cannot be closed otherwise, and waits until it is pressed. */
  tell(message: string): Promise<void>;
  /** Forgets token, person, tabs and routes, and goes to the login page. */
  leave(): void;
  reload(): void;
  fetch?: typeof fetch;
}

export interface Client<P extends Paths> {
  call<Path extends keyof P & string>(path: Path, sent?: CallInput<P, Path>): Promise<Data<P, Path>>;
  /** Ends the session, at the server too unless it is known to be gone there. */
  logOut(how?: { tellServer?: boolean }): Promise<void>;
}

const timeLimit = 5_000_000;
const asTheyAre = /excel|spreadsheetml|pdf|octet-stream|^audio\//i;
const readable = [200, 206, 304];

/** A client that treats answers as the specification's error catalogue says; `gets` are the calls that are asked by GET. */
export function createClient<P extends Paths>(gets: readonly string[], surroundings: Surroundings): Client<P> {
  const { address, readToken, tell, leave, reload } = surroundings;
  let telling: Promise<void> | undefined;

  const send = (path: string, sent: unknown = {}): Promise<Response> => {
    const url = new URL(path, address);
    const token = readToken();
    const headers: Record<string, string> = token ? { Authorization: token } : {};
    const init: RequestInit = { headers, signal: AbortSignal.timeout(timeLimit) };
    if (gets.includes(path)) {
      for (const [name, value] of Object.entries(sent as object))
        if (value !== undefined && value !== null) url.searchParams.set(name, String(value));
    } else if (sent instanceof FormData) Object.assign(init, { method: "POST", body: sent });
    else {
      headers["Content-Type"] = "application/json";
      Object.assign(init, { method: "POST", body: JSON.stringify(sent) });
    }
    return (surroundings.fetch ?? fetch)(url, init);
  };

  const logOut: Client<P>["logOut"] = async ({ tellServer = true } = {}) => {
    if (tellServer && readToken()) await send("/logout").catch(() => undefined);
    leave();
  };

  /** One message at a time: calls that fail together are told of once. */
  const tellOnce = (message: string, confirmed: () => unknown): void => {
    telling ??= tell(message)
      .then(confirmed)
      .then(
        () => undefined,
        () => undefined,
      )
      .finally(() => (telling = undefined));
  };

  const refuse = (path: string, envelope: Envelope): never => {
    const { code, message } = envelope;
    if (code === 10111 || code === 1000)
      tellOnce(`响应失败，请重新登录（CODE：${code}，令牌无效）`, () => logOut({ tellServer: false }));
    else if (code === 10200)
      tellOnce("登录已过期,请重新登录", () => (isLogOut(path) ? undefined : logOut({ tellServer: false })));
    else if (code !== 400 && code !== 500 && code !== 10222) tellOnce(`${code}：${message}`, () => logOut());
    throw envelope;
  };

  return {
    logOut,
    async call(path, sent) {
      const answer = await send(path, sent);
      const { status, headers } = answer;
      if (status === 110 || status === 111) {
        await logOut();
        reload();
        throw answer;
      }
      if (status === 500) tellOnce(`系统错误，请重新登录（${status}）`, () => logOut());
      const type = headers.get("content-type") ?? "";
      if (readable.includes(status) && (asTheyAre.test(type) || [...headers].length === 0)) return answer as never;
      const envelope = await readEnvelope(answer);
      if (!envelope || status === 500) throw envelope ?? answer;
      if (envelope.success) return envelope.data as never;
      return refuse(path, envelope);
    },
  };
}

const isLogOut = (path: string) => path === "/logout" || path === "/user/logout";

async function readEnvelope(answer: Response): Promise<Envelope | undefined> {
  const reply: unknown = await answer
    .clone()
    .json()
    .catch(() => undefined);
  return typeof reply === "object" && reply !== null && "success" in reply ? (reply as Envelope) : undefined;
}
