import { redirect } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { page } from "~/kit/page/http/page.server";
import { Heading, screen, Section } from "~/kit/page/screens";
import { HelpSearch } from "./help-search";
import styles from "./help.module.css";
import { findTasks, manual, taskFor, taskUrl } from "./manual.server";

export const handle = screen({ title: "使用手册" });

/** `?at=/bus/bus-management` leads to what the manual says of that screen, `?q=` searches. */
export const loader = page("signed-in", async ({ url }) => {
  const at = url.searchParams.get("at");
  const task = at ? taskFor(at.split("?")[0]!) : undefined;
  if (task) throw redirect(taskUrl(task), 302);
  const term = (url.searchParams.get("q") ?? "").trim().slice(0, 64);
  return {
    term,
    found: findTasks(term).map((one) => ({
      href: taskUrl(one),
      title: one.task.title,
      page: one.page.title,
      excerpt: one.excerpt,
    })),
    pages: manual().map(({ name, title, about, tasks }) => ({
      name,
      title,
      about,
      tasks: tasks.map((one) => ({ id: one.id, title: one.title })),
    })),
  };
});

export default function Help() {
  const { term, found, pages } = useLoaderData<typeof loader>();
  return (
    <>
      <Heading />
      <HelpSearch term={term} />
      {term && found.length === 0 && (
        <p className="quiet">手册里没有找到“{term}”。可以换一个词再试，或在下面按工作查找。</p>
      )}
      {found.length > 0 && (
        <Section title={`找到 ${found.length} 处`}>
          <ul className={styles.found}>
            {found.map(({ href, title, page: of, excerpt }) => (
              <li key={href}>
                <a href={href}>{title}</a> <span className="quiet">{of}</span>
                <p>{excerpt}</p>
              </li>
            ))}
          </ul>
        </Section>
      )}
      <div className={styles.pages}>
        {pages.map(({ name, title, about, tasks }) => (
          <Section key={name} title={title}>
            <p className="quiet">{about}</p>
            <ul>
              {tasks.map((task) => (
                <li key={task.id}>
                  <a href={`/help/${name}#${encodeURIComponent(task.id)}`}>{task.title}</a>
                </li>
              ))}
            </ul>
          </Section>
        ))}
      </div>
    </>
  );
}
