import type { LoaderFunctionArgs } from "@remix-run/node";
import { z } from "zod";
import { bearerToken } from "~/kit/data/access/cookies.server";
import { answerCall, endpoint } from "./api.server";
import { page, type PageCall } from "./page.server";

type PageOrCallRequest = Pick<PageCall, "request" | "params">;

/** A page that programs read too: with a token in the Authorization header it is answered as a call is. */
export function pageOrCall(permission: string, handler: (asked: PageOrCallRequest) => Promise<Response>) {
  const forPeople = page(permission, handler);
  const either = (args: LoaderFunctionArgs): Promise<Response> => {
    if (!bearerToken(args.request)) return forPeople(args);
    const call = endpoint(permission, z.unknown(), z.unknown(), () => handler(args), { method: "GET" });
    return answerCall(call, args.request, args.context);
  };
  return Object.assign(either, { permission });
}
