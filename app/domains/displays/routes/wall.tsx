import { data } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { isDatabaseUnavailable } from "~/kit/data/db/outages";
import { publicPage } from "~/kit/page/http/page.server";
import { Island } from "~/kit/page/islands/island";
import { RefusalAnswer } from "~/kit/page/refusal/refusal-answer";
import { screen } from "~/kit/page/screens";
import { loadWall, type Wall } from "../queries.server";
import { WallScreen } from "../wall-screen";
import styles from "../wall.module.css";

const seconds = 20;

type LoadedWall = { wall: Wall | null };

export const handle = screen({
  title: ({ wall }: LoadedWall) => wall?.title ?? "值班屏",
  bare: true,
  refresh: () => seconds,
});

/** For whoever holds the key; a database that is away is waited for, because nobody stands by to load the page again. */
export const loader = publicPage(async ({ url, facts }) => {
  try {
    const wall = await loadWall(url.searchParams.get("key") ?? "", facts.requestId);
    if (!wall)
      throw new RefusalAnswer({ message: "这块值班屏已停用，或地址不完整。请向管理员要新的地址。" }, { status: 404 });
    return { wall };
  } catch (error) {
    if (!isDatabaseUnavailable(error)) throw error;
    return data({ wall: null }, { status: 503 });
  }
});

export default function WallPage() {
  const { wall } = useLoaderData<typeof loader>();
  return (
    <main className={styles.wall}>
      <Island name="freshWall" props={{ seconds }} />
      <div className={styles.live} data-live="wall">
        {wall ? (
          <WallScreen wall={wall} />
        ) : (
          <p className={styles.away} role="alert">
            数据库暂时无法连接，恢复后自动显示
          </p>
        )}
      </div>
    </main>
  );
}
