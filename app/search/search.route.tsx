import { useLoaderData } from "@remix-run/react";
import { page } from "~/kit/page/http/page.server";
import { Heading, screen, Section } from "~/kit/page/screens";
import { searchAll, searchedTitles } from "~/search/search.server";
import styles from "./search.module.css";

export const handle = screen({ title: "搜索" });

export const loader = page("signed-in", async ({ viewer, url }) => {
  const term = (url.searchParams.get("q") ?? "").trim().slice(0, 64);
  const titles = searchedTitles(viewer);
  return { term, titles, found: term && titles.length > 0 ? await searchAll(viewer, term) : null };
});

export default function Search() {
  const { term, titles, found } = useLoaderData<typeof loader>();
  return (
    <>
      <Heading title={term ? `搜索“${term}”` : undefined} />
      {titles.length === 0 && <p className="quiet">您还没有可以搜索的内容，请联系管理员授权。</p>}
      {titles.length > 0 && !found && (
        <p className="quiet">请在页面上方输入编号、名称、拼音或首字母，可以搜索{titles.join("、")}。</p>
      )}
      {found?.length === 0 && (
        <p className="quiet">
          没有找到“{term}”。可以换编号、名称的一部分、拼音或首字母再试，搜索范围：{titles.join("、")}。
        </p>
      )}
      {found?.map(({ title, hits, all }) => (
        <Section key={title} title={title} actions={all && <a href={all}>查看全部</a>}>
          <ul className={styles.hits}>
            {hits.map(({ key, href, name, detail }) => (
              <li key={key}>
                <a href={href}>{name}</a> <span className="quiet">{detail}</span>
              </li>
            ))}
          </ul>
        </Section>
      ))}
    </>
  );
}
