import http from "node:http";
import type { AddressInfo } from "node:net";

/** A proxy on the loopback that sends each request to the next of several programs, as one does that keeps nobody at the program they came to first. */
export async function alternate(urls: readonly string[], port = 0): Promise<{ url: string; close(): void }> {
  const agent = new http.Agent({ keepAlive: true });
  let turn = 0;
  const proxy = http.createServer((request, response) => {
    const to = urls[turn++ % urls.length]!;
    const { method, url, headers } = request;
    const asked = http.request(
      `${to}${url}`,
      { agent, method, headers: { ...headers, "x-forwarded-for": request.socket.remoteAddress ?? "" } },
      (answer) => {
        // What the program says of its own connection is not for the other one.
        const { connection: _, "keep-alive": __, ...others } = answer.headers;
        response.writeHead(answer.statusCode!, others);
        answer.pipe(response);
      },
    );
    asked.on("error", () => response.headersSent || response.destroy());
    // A program that has answered need not read the rest of what is sent to it; who sends it is heard to the end.
    asked.once("close", () => request.unpipe(asked).resume());
    response.once("close", () => asked.destroy());
    request.pipe(asked);
  });
  await new Promise<void>((ready) => proxy.listen(port, "127.0.0.1", ready));
  return {
    url: `http://127.0.0.1:${(proxy.address() as AddressInfo).port}`,
    close() {
      proxy.close();
      proxy.closeAllConnections();
      agent.destroy();
    },
  };
}
