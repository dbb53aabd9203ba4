import { type FieldError, Problem, problem } from "~/kit/ground/problem";

/** Asks every check and throws problem.fields with what all of them refuse, and then with what other records have `taken`. */
export async function refuseAll(checks: readonly (() => unknown)[], taken: () => Promise<FieldError[]>): Promise<void> {
  const errors: FieldError[] = [];
  for (const check of checks) {
    try {
      await check();
    } catch (error) {
      if (!(error instanceof Problem) || error.errors.length === 0) throw error;
      errors.push(...error.errors);
    }
  }
  if (errors.length > 0) throw problem.fields([...errors, ...(await taken())]);
}
