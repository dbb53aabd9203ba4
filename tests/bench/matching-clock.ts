/** Runs something and tells its result and the CPU milliseconds this process spent on it, all threads together: a busy machine does not blur them. */
export function clocked<Result>(run: () => Result): { result: Result; ms: number } {
  const before = process.cpuUsage();
  const result = run();
  const { user, system } = process.cpuUsage(before);
  return { result, ms: (user + system) / 1000 };
}
