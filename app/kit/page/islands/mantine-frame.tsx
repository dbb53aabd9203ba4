import { createTheme, MantineProvider } from "@mantine/core";
import type { ReactNode } from "react";
import "./mantine.css";

const theme = createTheme({
  primaryColor: "brand",
  colors: { brand: shades("brand") },
  fontFamily: "inherit",
  cursorType: "pointer",
  defaultRadius: "sm",
  respectReducedMotion: true,
});

const isDark =
  typeof document !== "undefined" &&
  document.documentElement.dataset.scheme === "auto" &&
  matchMedia("(prefers-color-scheme: dark)").matches;
if (isDark) document.documentElement.dataset.mantineColorScheme = "dark";

/** Mantine's settings for an island; pages have none of it. */
export function MantineFrame({ children }: { children: ReactNode }) {
  return (
    <MantineProvider
      theme={theme}
      withCssVariables={false}
      withGlobalClasses={false}
      withStaticClasses={false}
      getStyleNonce={readNonce}
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
