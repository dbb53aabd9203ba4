import { expect, it } from "vitest";
import { isApiPath } from "./plain-answer.server";

it.each(["/api/bus", "/node/audio/link/batchAdd", "/node/txt/link/add", "/line-file-audio-type/list", "/logout"])(
  "%s is a call of other programs",
  (path) => expect(isApiPath(path)).toBe(true),
);

it.each(["/voice/voice-library", "/node-types", "/apis", "/login"])("%s is a page", (path) =>
  expect(isApiPath(path)).toBe(false),
);
