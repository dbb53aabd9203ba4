/**
 * Every page URL, grouped by room; each line mounts one file of `app/`.
 * @param {(path: string, file: string) => void} route
 */
export function routes(route) {
}
