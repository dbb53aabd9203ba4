/** What a connection's server must be, in libpq's words. */
export type WantedServer = (typeof wantedServers)[number];

const wantedServers = ["any", "primary", "standby", "prefer-standby", "read-write", "read-only"] as const;

interface Hosts {
  /** One address for each server, in the order given. */
  urls: string[];
  wanted: WantedServer | undefined;
}

/** The servers that a database's address names: `postgres://user@one:5432,two:5432/bus?target_session_attrs=primary`; one alone is taken as it is. */
export function hostsOf(url: string): Hosts {
  const parts = /^(postgres(?:ql)?:\/\/(?:[^/?#]*@)?)([^/?#@]*)(.*)$/.exec(url);
  const [, before = "", hosts = "", after = ""] = parts ?? [];
  const attribute = /([?&])target_session_attrs=([^&]*)&?/.exec(after);
  const rest = attribute ? after.replace(attribute[0], attribute[1]!).replace(/[?&]$/, "") : after;
  return {
    urls: parts ? hosts.split(",").map((host) => `${before}${host}${rest}`) : [url],
    wanted: wantedServers.find((one) => one === attribute?.[2]),
  };
}

/** Why a text is no address of a PostgreSQL database; undefined where it is one. */
export function whyNoDatabaseUrl(text: string): string | undefined {
  if (!/^postgres(ql)?:\/\//.test(text)) return "应为 postgres:// 开头的地址";
  const wanted = /[?&]target_session_attrs=([^&]*)/.exec(text)?.[1];
  if (wanted !== undefined && !(wantedServers as readonly string[]).includes(wanted))
    return `target_session_attrs 应为 ${wantedServers.join("、")} 之一`;
  const wrong = hostsOf(text).urls.find((url) => !URL.canParse(url));
  return wrong ? "地址不完整：应为 postgres://用户:密码@主机:端口/库名，几个主机用逗号隔开" : undefined;
}
