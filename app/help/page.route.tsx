import { useLoaderData } from "@remix-run/react";
import { problem } from "~/kit/ground/problem";
import { Markdown } from "~/kit/page/markdown/markdown";
import { page } from "~/kit/page/http/page.server";
import { Heading, screen } from "~/kit/page/screens";
import { HelpSearch } from "./help-search";
import styles from "./help.module.css";
import { manual } from "./manual.server";

export const handle = screen({ title: ({ title }: { title: string }) => title });

export const loader = page("signed-in", async ({ params }) => {
  const pages = manual();
  const at = pages.findIndex(({ name }) => name === params.helpPage);
  if (at < 0) throw problem.missing("手册的这一页");
  const { title, about, tasks } = pages[at]!;
  return {
    title,
    about,
    tasks: tasks.map(({ id, title: words, html }) => ({ id, title: words, html })),
    next: pages[at + 1] && { name: pages[at + 1]!.name, title: pages[at + 1]!.title },
  };
});

export default function HelpPage() {
  const { about, tasks, next } = useLoaderData<typeof loader>();
  return (
    <>
      <Heading />
      <HelpSearch term="" />
      <div className={styles.read}>
        <nav aria-label="本页内容" className={styles.contents}>
          <ul>
            {tasks.map(({ id, title }) => (
              <li key={id}>
                <a href={`#${encodeURIComponent(id)}`}>{title}</a>
              </li>
            ))}
          </ul>
        </nav>
        <article className={styles.text}>
          <p>{about}</p>
          {tasks.map(({ id, title, html }) => (
            <section key={id} id={id} aria-label={title}>
              <h2>{title}</h2>
              <Markdown html={html} />
            </section>
          ))}
          {next && (
            <p>
              接着看：<a href={`/help/${next.name}`}>{next.title}</a>
            </p>
          )}
        </article>
      </div>
    </>
  );
}
