import { createTheme, MantineProvider } from "@mantine/core";
import type { ReactNode } from "react";

const theme = createTheme({
  primaryColor: "brand",
  colors: { brand: shades("brand") },
  fontFamily: "inherit",
  cursorType: "pointer",
  defaultRadius: "sm",
  respectReducedMotion: true,
});

/** Mantine's settings for a page or an island; the variables themselves come from the page's stylesheets. */
export function MantineFrame({ children, nonce }: { children: ReactNode; nonce?: string }) {
  return (
    <MantineProvider
      theme={theme}
      withCssVariables={false}
      withGlobalClasses={false}
      withStaticClasses={false}
      getStyleNonce={() => nonce ?? readNonce()}
    >
      {children}
    </MantineProvider>
  );
}

function shades(name: string) {
  const shade = (step: number) => `var(--mantine-color-${name}-${step})`;
  return [shade(0), shade(1), shade(2), shade(3), shade(4), shade(5), shade(6), shade(7), shade(8), shade(9)] as const;
}

function readNonce() {
  return typeof document === "undefined"
    ? ""
    : (document.querySelector<HTMLMetaElement>("meta[property=csp-nonce]")?.nonce ?? "");
}
