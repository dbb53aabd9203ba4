import type { Response } from "express";

export function beforeHead(response: Response, run: () => unknown): void {
  const writeHead = response.writeHead.bind(response) as (...given: unknown[]) => Response;
  response.writeHead = (...given: unknown[]) => {
    run();
    return writeHead(...given);
  };
}
