export function bundlePages(root: string, outfile: string): Promise<void>;
