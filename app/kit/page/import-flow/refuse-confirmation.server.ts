import type { Problem } from "~/kit/ground/problem";
import { redirectWith } from "~/kit/page/http/redirect.server";
import type { ImportFacts } from "./import-states";

/** Answers a refused confirmation: beside its form while the import still waits for one, else above what it has become in the meantime, where there is no form. */
export const refuseConfirmation = <Beside>(
  request: Request,
  {
    problem,
    now,
    url,
    beside,
  }: { problem: Problem; now: Pick<ImportFacts, "state">; url: string; beside: () => Beside },
): Beside | Promise<Response> =>
  now.state === "preview" ? beside() : redirectWith(request, problem.message, url, "error");
