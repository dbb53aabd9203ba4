import { randomBytes } from "node:crypto";
import { readdirSync, readFileSync } from "node:fs";
import { createServer, type IncomingHttpHeaders, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import path from "node:path";
import { buffer } from "node:stream/consumers";

interface KeptObject {
  body: Buffer;
  headers: Record<string, string>;
}

/** What has come of an object that is sent in parts: its name, and each part under its number. */
interface PartedObject {
  name: string;
  headers: Record<string, string>;
  parts: Map<number, Buffer>;
}

/** As much of an S3-compatible store as the program asks for: put, get, head and delete of objects, and objects in parts. No server on npm that is looked after knows the parts that an unfinished object has. It begins with the files that a program has kept in a `folder`, under the same names. */
export async function startStore(folder?: string) {
  const objects = new Map<string, KeptObject>(folder ? filesIn(folder) : []);
  const unfinished = new Map<string, PartedObject>();
  const server = createServer((request, response) => {
    const { method = "GET", headers } = request;
    const { pathname: name, searchParams: query } = new URL(request.url ?? "/", "http://here.invalid");
    buffer(request).then(
      (body) => answer({ method, name, query, headers, body }, response),
      () => response.destroy(),
    );
  });

  function answer(asked: Asked, response: ServerResponse): void {
    const { method, name, query, headers, body } = asked;
    const uploadId = query.get("uploadId") ?? "";
    const parted = unfinished.get(uploadId);
    if (query.has("uploads")) {
      const id = randomBytes(8).toString("hex");
      unfinished.set(id, { name, headers: keptHeaders(headers), parts: new Map() });
      return xml(response, `<InitiateMultipartUploadResult><UploadId>${id}</UploadId></InitiateMultipartUploadResult>`);
    }
    if (query.has("delete")) {
      for (const [, key] of body.toString().matchAll(/<Key>([^<]*)<\/Key>/g))
        objects.delete(`${name.replace(/\/$/, "")}/${key}`);
      return xml(response, "<DeleteResult/>");
    }
    if (uploadId && !parted) return missing(response, method, "NoSuchUpload");
    if (parted) return answerParts(asked, response, uploadId, parted);
    if (method === "PUT") {
      objects.set(name, { body, headers: keptHeaders(headers) });
      return void response.setHeader("ETag", '"1"').end();
    }
    if (method === "DELETE") {
      objects.delete(name);
      return void response.writeHead(204).end();
    }
    const found = objects.get(name);
    if (!found) return missing(response, method, "NoSuchKey");
    response.writeHead(200, {
      ...found.headers,
      "content-length": found.body.length,
      "last-modified": new Date().toUTCString(),
      etag: '"1"',
    });
    response.end(method === "HEAD" ? undefined : found.body);
  }

  function answerParts(
    { method, name, query, body }: Asked,
    response: ServerResponse,
    id: string,
    parted: PartedObject,
  ) {
    const inOrder = [...parted.parts].sort(([one], [other]) => one - other);
    if (method === "PUT") {
      parted.parts.set(Number(query.get("partNumber")), body);
      return void response.setHeader("ETag", '"1"').end();
    }
    if (method === "GET") {
      const parts = inOrder.map(
        ([number, { length }]) =>
          `<Part><PartNumber>${number}</PartNumber><ETag>"1"</ETag><Size>${length}</Size></Part>`,
      );
      return xml(response, `<ListPartsResult><IsTruncated>false</IsTruncated>${parts.join("")}</ListPartsResult>`);
    }
    unfinished.delete(id);
    if (method === "DELETE") return void response.writeHead(204).end();
    objects.set(name, { body: Buffer.concat(inOrder.map(([, part]) => part)), headers: parted.headers });
    xml(response, '<CompleteMultipartUploadResult><ETag>"1"</ETag></CompleteMultipartUploadResult>');
  }

  await new Promise<void>((listening) => server.listen(0, "127.0.0.1", listening));
  return {
    objects,
    settings: {
      FILES_DRIVER: "s3",
      S3_ENDPOINT: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
      S3_BUCKET: "bus",
      S3_ACCESS_KEY: "key",
      S3_SECRET_KEY: "secret",
    },
    stop() {
      server.close();
      server.closeAllConnections();
    },
  };
}

interface Asked {
  method: string;
  name: string;
  query: URLSearchParams;
  headers: IncomingHttpHeaders;
  body: Buffer;
}

const keptHeaders = (headers: IncomingHttpHeaders) =>
  Object.fromEntries(
    Object.entries(headers).filter(([name]) => name === "content-type" || name.startsWith("x-amz-meta-")),
  ) as Record<string, string>;

const xml = (response: ServerResponse, text: string) =>
  void response.setHeader("content-type", "application/xml").end(text);

function missing(response: ServerResponse, method: string, code: string): void {
  response
    .writeHead(404, { "content-type": "application/xml" })
    .end(method === "HEAD" ? undefined : `<Error><Code>${code}</Code></Error>`);
}

const filesIn = (folder: string): [string, KeptObject][] =>
  readdirSync(folder, { recursive: true, withFileTypes: true }).flatMap((entry) => {
    const file = path.join(entry.parentPath, entry.name);
    const name = path.relative(folder, file).split(path.sep).join("/");
    return entry.isFile() ? [[`/bus/${name}`, { body: readFileSync(file), headers: {} }]] : [];
  });
