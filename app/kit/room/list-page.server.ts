import { problem } from "~/kit/ground/problem";
import { pageAt, type ViewerCall } from "~/kit/page/http/page.server";
import { type AnyList, findList } from "./read-only-lists";

function listAt(pathname: string): AnyList {
  const found = findList(pathname);
  if (!found) throw problem.missing("页面");
  return found;
}

/** A page of a list that is only read: guarded by the permission of the list whose address it is. */
export const readOnlyPage = <R>(handler: (call: ViewerCall, list: AnyList) => R) =>
  pageAt(
    (pathname) => listAt(pathname).read,
    (call) => handler(call, listAt(call.url.pathname)),
  );
