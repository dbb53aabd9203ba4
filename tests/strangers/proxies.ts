import { spawn, spawnSync } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { freePort } from "../../app/kit/data/db/embedded/port.server";

export interface Proxy {
  url: string;
  end(): void;
}

/** Proxies that keep few connections to the program and send everybody's requests over them. */
const proxies = {
  haproxy: {
    command: "haproxy",
    args: (folder: string) => ["-db", "-f", path.join(folder, "proxy.conf")],
    config: (port: number, target: string, _folder: string) => `
defaults
  mode http
  timeout connect 5s
  timeout client 30s
  timeout server 30s
  http-reuse always
frontend all
  bind 127.0.0.1:${port}
  default_backend program
backend program
  server one ${target} maxconn 4 pool-max-conn 4
`,
  },
  nginx: {
    command: "nginx",
    args: (folder: string) => ["-p", folder, "-c", path.join(folder, "proxy.conf"), "-g", "daemon off;"],
    config: (port: number, target: string, folder: string) => `
worker_processes 1;
error_log ${folder}/error.log;
pid ${folder}/pid;
events { worker_connections 256; }
http {
  access_log off;
  client_body_temp_path ${folder}/body;
  proxy_temp_path ${folder}/proxy;
  fastcgi_temp_path ${folder}/fastcgi;
  uwsgi_temp_path ${folder}/uwsgi;
  scgi_temp_path ${folder}/scgi;
  upstream program { server ${target}; keepalive 4; }
  server {
    listen 127.0.0.1:${port};
    client_max_body_size 500m;
    proxy_request_buffering off;
    location / {
      proxy_pass http://program;
      proxy_http_version 1.1;
      proxy_set_header Connection "";
      proxy_set_header Host $http_host;
      proxy_read_timeout 20s;
    }
  }
}
`,
  },
};

export type ProxyName = keyof typeof proxies;

/** Whether this machine has it. */
export function hasProxy(name: ProxyName): boolean {
  return spawnSync(proxies[name].command, ["-v"]).error === undefined;
}

/** Starts it in front of a program and waits for its first page. */
export async function startProxy(name: ProxyName, programUrl: string): Promise<Proxy> {
  const { command, args, config } = proxies[name];
  const folder = mkdtempSync(path.join(tmpdir(), "bus-proxy-"));
  const port = await freePort(undefined);
  writeFileSync(path.join(folder, "proxy.conf"), config(port, new URL(programUrl).host, folder));
  const child = spawn(command, args(folder), { stdio: "ignore" });
  const end = () => {
    child.kill("SIGTERM");
    rmSync(folder, { recursive: true, force: true });
  };
  const url = `http://127.0.0.1:${port}`;
  for (let tries = 0; tries < 1200; tries++) {
    if ((await fetch(`${url}/healthz`).catch(() => undefined))?.status === 200) return { url, end };
    await sleep(100);
  }
  end();
  throw new Error(`${name} does not answer`);
}
