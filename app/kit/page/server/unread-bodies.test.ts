import { IncomingMessage, ServerResponse } from "node:http";
import { Socket } from "node:net";
import type { Request, Response } from "express";
import { expect, it } from "vitest";
import { discardUnreadBodies } from "./unread-bodies.server";

it("ends quietly where the client of an unread body is gone before the answer is", () => {
  const request = new IncomingMessage(new Socket());
  request.headers["content-length"] = "5";
  const response = new ServerResponse(request);
  const see = discardUnreadBodies({ keepBytes: 10, bytes: 10, ms: 10, quietMs: 10 });
  see(request as Request, response as Response, () => undefined);
  Object.assign(request, { socket: null });
  expect(() => response.emit("finish")).not.toThrow();
  expect(() => request.destroy()).not.toThrow();
});
