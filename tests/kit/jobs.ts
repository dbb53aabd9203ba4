import { build } from "./visit";

/** Puts the jobs of the built program to work until the test file ends; its pages wake them at once. */
export async function startBuiltJobs(): Promise<void> {
  await build.entry.module.prepare(build.routes);
}
