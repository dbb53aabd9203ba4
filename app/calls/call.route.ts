import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/node";
import { apiCalls } from "~/calls/calls.server";
import { dispatch } from "~/kit/page/http/api.server";

const answer = ({ request, context }: LoaderFunctionArgs | ActionFunctionArgs) => dispatch(apiCalls, request, context);

/** Each call is guarded by its own entry in the tables. */
export const loader = Object.assign(answer, { permission: "api" });
export const action = Object.assign(answer, { permission: "api" });
