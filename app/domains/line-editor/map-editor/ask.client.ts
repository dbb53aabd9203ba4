/** Asks the page's own routes for JSON; throws an Error whose message a person can read. */
export async function ask<T>(url: string, signal: AbortSignal, body?: unknown): Promise<T> {
  const limit = AbortSignal.any([signal, AbortSignal.timeout(20_000)]);
  let response: Response;
  try {
    response = await fetch(url, {
      signal: limit,
      headers: { accept: "application/json", ...(body !== undefined && { "content-type": "application/json" }) },
      ...(body !== undefined && { method: "POST", body: JSON.stringify(body) }),
    });
  } catch (error) {
    if (signal.aborted) throw error;
    throw new Error(limit.aborted ? "服务器 20 秒没有回应" : "网络不通", { cause: error });
  }
  const answer = response.headers.get("content-type")?.includes("json")
    ? ((await response.json()) as T & { message?: string })
    : null;
  if (response.ok && answer) return answer;
  throw new Error(
    answer?.message ??
      (response.redirected ? "登录已过期，请在新窗口登录后再试" : `服务器没有给出结果（${response.status}）`),
  );
}
