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
  if (!userAgent) return "未知";
  const browser = browsers.map(([sign, name]) => [name, sign.exec(userAgent)?.[1]] as const).find(([, major]) => major);
  const system = systems.find(([sign]) => sign.test(userAgent))?.[1];
  return browser ? [browser.join(" "), system].filter(Boolean).join("，") : userAgent;
}
