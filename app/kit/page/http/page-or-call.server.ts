import type { LoaderFunctionArgs } from "@remix-run/node";
import { z } from "zod";
import { bearerToken } from "~/kit/data/access/cookies.server";
import { answerCall, endpoint } from "./api.server";
import { page } from "./page.server";

/** A page that programs read too: with a token in the Authorization header it is answered as a call is. */
export function pageOrCall(permission: string, handler: () => Promise<Response>) {
  const forPeople = page(permission, handler);
  const call = endpoint(permission, z.unknown(), z.unknown(), handler, { method: "GET" });
  const either = (args: LoaderFunctionArgs): Promise<Response> =>
    bearerToken(args.request) ? answerCall(call, args.request, args.context) : forPeople(args);
  return Object.assign(either, { permission });
}
