import type { Server } from "node:http";
import type { Settings } from "~/kit/ground/settings.server";

export function listen(server: Server, { PORT, HOST }: Pick<Settings, "PORT" | "HOST">): Promise<void> {
  return new Promise((resolve, reject) => {
    server.once("error", (error: NodeJS.ErrnoException) => {
      const words: Record<string, string> = {
        EADDRINUSE: `端口 ${PORT} 已被占用，请用 PORT 换一个。`,
        EACCES: `没有权限使用端口 ${PORT}，请用 PORT 换一个大于 1023 的。`,
        EADDRNOTAVAIL: `本机没有地址 ${HOST}，请改正 HOST。`,
      };
      reject(new Error(words[error.code ?? ""] ?? error.message, { cause: error }));
    });
    server.listen(PORT, HOST, resolve);
  });
}
