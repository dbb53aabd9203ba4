import { useLoaderData } from "@remix-run/react";
import { page } from "~/kit/page/http/page.server";
import { Heading, screen, Section } from "~/kit/page/screens";
import { paletteFor, termOf } from "~/search/palette.server";
import { searchedTitles } from "~/search/search.server";
import styles from "./search.module.css";

export const handle = screen({ title: "搜索" });

export const loader = page("signed-in", async (call) => {
  const term = termOf(call.url);
  return { term, titles: searchedTitles(call.viewer), groups: await paletteFor(call, term) };
});

export default function Search() {
  const { term, titles, groups } = useLoaderData<typeof loader>();
  const scope = titles.length > 0 ? `、${titles.join("、")}` : "";
  return (
    <>
      <Heading title={term ? `搜索“${term}”` : undefined} />
      {titles.length === 0 && <p className="quiet">您还没有可以搜索的资料，请联系管理员授权。</p>}
      {!term && (
        <p className="quiet">
          请在页面上方输入编号、名称、拼音或首字母，可以搜索页面和功能{scope}。“编辑 1001”“1路
          站点”这样写，直接到要做的事。
        </p>
      )}
      {term && groups.length === 0 && (
        <p className="quiet">
          没有找到“{term}”。可以换编号、名称的一部分、拼音或首字母再试，搜索范围：页面和功能{scope}。
        </p>
      )}
      {groups.map(({ title, offers, all }) => (
        <Section key={title} title={title} actions={all && <a href={all}>查看全部</a>}>
          <ul className={styles.hits}>
            {offers.map(({ href, name, detail }) => (
              <li key={href}>
                <a href={href}>{name}</a> <span className="quiet">{detail}</span>
              </li>
            ))}
          </ul>
        </Section>
      ))}
    </>
  );
}
