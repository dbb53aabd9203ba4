export function bundleServer(outdir: string, from?: string): Promise<void>;
