import { randomUUID } from "node:crypto";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { afterAll } from "vitest";
import { build } from "./visit";

type Answer = { answerTerminal: (...asked: unknown[]) => boolean };

/** The program's own way for terminals, over a wire; answers its address. Downloads of a gateway in this process come there too, where this is called before anything reads the settings. */
export async function serveTerminals(clientAddress = "192.0.2.77"): Promise<string> {
  const { answerTerminal } = (build as unknown as { entry: { module: Answer } }).entry.module;
  const server = createServer(
    (request, response) =>
      void (
        answerTerminal(request, response, { clientAddress, requestId: randomUUID() }) || response.writeHead(404).end()
      ),
  );
  await new Promise<void>((listening) => server.listen(0, "127.0.0.1", listening));
  afterAll(() => server.close());
  return (process.env.GATEWAY_URL = `http://127.0.0.1:${(server.address() as AddressInfo).port}`);
}
