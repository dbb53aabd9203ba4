import { type ChildProcess, spawn } from "node:child_process";
import path from "node:path";
import { fileURLToPath } from "node:url";

const root = fileURLToPath(new URL("../..", import.meta.url));

/** Starts the gateway in a process of its own and waits until terminals may come; throws where it ends instead. */
export async function startGateway(
  environment: Record<string, string>,
  { port, url, terminals }: { port: number; url: string; terminals: number },
): Promise<ChildProcess> {
  const many = String(terminals + 1000);
  const child = spawn(process.execPath, [path.join(root, "app/commands/start.js")], {
    cwd: root,
    stdio: ["ignore", "pipe", 2],
    env: {
      ...process.env,
      ...environment,
      ROLE: "gateway",
      GATEWAY_PORT: String(port),
      GATEWAY_URL: url,
      GATEWAY_CONNECTIONS: many,
      GATEWAY_ADDRESS_CONNECTIONS: many,
      GATEWAY_ADDRESS_NUMBERS: many,
    },
  });
  await new Promise<void>((ready, failed) => {
    child.stdout!.on("data", (chunk) => String(chunk).includes("等待终端连接") && ready());
    child.once("exit", (code) => failed(new Error(`the gateway ended with ${code}`)));
  });
  return child;
}
