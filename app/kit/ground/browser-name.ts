const browsers: [RegExp, string][] = [
  [/Edg(?:e|A|iOS)?\/([\d]+)/, "Edge"],
  [/MicroMessenger\/([\d]+)/, "微信"],
  [/(?:Firefox|FxiOS)\/([\d]+)/, "Firefox"],
  [/(?:Chrome|CriOS)\/([\d]+)/, "Chrome"],
  [/Version\/([\d]+).* Safari/, "Safari"],
];
const systems: [RegExp, string][] = [
  [/Windows/, "Windows"],
  [/Android/, "Android"],
  [/iPhone|iPad/, "iOS"],
  [/Mac OS X/, "macOS"],
  [/Linux/, "Linux"],
];

/** A browser and system by their usual names; what calls itself otherwise, as it does. */
export function nameBrowser(userAgent: string | null): string {
  const { browser, system } = readBrowser(userAgent);
  return [browser ?? "未知", browser === userAgent ? null : system].filter(Boolean).join("，");
}

export function readBrowser(userAgent: string | null): { browser: string | null; system: string | null } {
  if (!userAgent) return { browser: null, system: null };
  const known = browsers.map(([sign, name]) => [name, sign.exec(userAgent)?.[1]] as const).find(([, major]) => major);
  const system = systems.find(([sign]) => sign.test(userAgent))?.[1] ?? null;
  return { browser: known ? known.join(" ") : userAgent, system };
}
