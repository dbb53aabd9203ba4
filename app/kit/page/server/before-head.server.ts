import type { Response } from "express";

/** Runs just before the head of an answer is written, while its headers may still be changed. */
export function beforeHead(response: Response, run: () => unknown): void {
  const writeHead = response.writeHead.bind(response) as (...given: unknown[]) => Response;
  response.writeHead = (...given: unknown[]) => {
    run();
    return writeHead(...given);
  };
}
