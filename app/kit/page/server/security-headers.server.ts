import { randomBytes } from "node:crypto";
import type { RequestHandler } from "express";
import { beforeHead } from "./before-head.server";

/** Which origins beside our own a page may load pictures from, and whether Vite's development client is in it. */
export interface Surroundings {
  tileUrls: readonly string[];
  development: boolean;
  /** All hosts below this one speak HTTPS as well. */
  subdomains?: boolean;
}

/** Sets the security headers and `res.locals.cspNonce`. */
export function setSecurityHeaders({ subdomains, ...surroundings }: Surroundings): RequestHandler {
  return (request, response, next) => {
    const nonce = randomBytes(16).toString("base64");
    response.locals.cspNonce = nonce;
    response.set({
      "X-Content-Type-Options": "nosniff",
      "Referrer-Policy": "token" in request.query || "key" in request.query ? "no-referrer" : "same-origin",
      "Cross-Origin-Resource-Policy": "same-origin",
    });
    if (request.secure)
      response.set("Strict-Transport-Security", `max-age=31536000${subdomains ? "; includeSubDomains" : ""}`);
    // A page needs the rest; on a small stylesheet, or what a terminal is told each ten seconds, it would weigh more than the answer.
    if (/^\/(assets|api\/device-link)\//.test(request.path)) {
      response.set("Content-Security-Policy", shortPolicy);
      return next();
    }
    response.set({
      "Content-Security-Policy": contentSecurityPolicy(nonce, surroundings),
      "Permissions-Policy": "camera=(), microphone=(self), payment=(), usb=(), geolocation=(self)",
      "Cross-Origin-Opener-Policy": "same-origin",
    });
    // Most answers are for one person; what may be kept says so itself.
    beforeHead(response, () => response.hasHeader("Cache-Control") || response.set("Cache-Control", "no-store"));
    next();
  };
}

const shortPolicy = "default-src 'self'; object-src 'none'; base-uri 'none'; frame-ancestors 'none'";

/** Mantine writes style attributes on the server, hence `style-src-attr`; scripts and style elements need the nonce. */
export function contentSecurityPolicy(nonce: string, { tileUrls, development }: Surroundings): string {
  const tiles = [...new Set(tileUrls.filter((url) => url.startsWith("http")).map(tileOrigin))]
    .map((origin) => ` ${origin}`)
    .join("");
  return [
    "default-src 'self'",
    `script-src 'self' 'nonce-${nonce}'`,
    development ? "style-src 'self' 'unsafe-inline'" : `style-src 'self' 'nonce-${nonce}'`,
    "style-src-attr 'unsafe-inline'",
    `img-src 'self' data: blob:${tiles}`,
    "font-src 'self' data:",
    "media-src 'self' blob:",
    "worker-src 'self' blob:",
    `connect-src 'self'${tiles}${development ? " ws:" : ""}`,
    "frame-ancestors 'self'",
    "object-src 'none'",
    "base-uri 'none'",
    "form-action 'self'",
  ].join("; ");
}

/** `https://{a-c}.tiles.example/{z}` stands for several hosts, so its first label becomes a wildcard. */
function tileOrigin(url: string): string {
  const [, scheme = "", host = ""] = /^(https?:\/\/)([^/]+)/.exec(url) ?? [];
  return scheme + (host.includes("{") ? host.replace(/^[^.]*/, "*") : host);
}
