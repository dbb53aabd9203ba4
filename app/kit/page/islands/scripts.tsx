import { usePageContext } from "./page-context";

/** The page's only scripts, in the place of Remix's `<Scripts/>`: the island loader, and Vite's in development. */
export function IslandScripts() {
  const page = usePageContext();
  if (!page) return null;
  const { nonce, entry, refreshRuntime } = page;
  return (
    <>
      {refreshRuntime && <script nonce={nonce} type="module" src={refreshRuntime} />}
      {refreshRuntime && <script nonce={nonce} type="module" src="/@vite/client" />}
      {entry.imports.map((href) => (
        <link key={href} rel="modulepreload" href={href} />
      ))}
      <script nonce={nonce} type="module" src={entry.module} />
    </>
  );
}
