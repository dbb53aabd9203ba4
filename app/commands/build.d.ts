export function bundleServer(from?: string, outdir?: string): Promise<void>;
