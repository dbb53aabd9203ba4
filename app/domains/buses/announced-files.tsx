import type { AnnouncedState } from "~/domains/issue-tasks/queries.server";
import { Section } from "~/kit/page/screens";

/** What a bus announces, by what its terminal says that it has. */
export function AnnouncedFiles({ announced }: { announced: AnnouncedState }) {
  const { standingName, files, href } = announced;
  return (
    <Section title={`报站：${standingName}`} actions={<a href={href}>查看</a>}>
      {files.length === 0 ? (
        <p className="quiet">车载机没有报告任何文件。</p>
      ) : (
        <ul>
          {files.map(({ kind, kindName, name, fileVersion, proof, since }) => (
            <li key={`${kind} ${name}`}>{`${kindName} ${name} ${fileVersion}（${since} 起，${proof}）`}</li>
          ))}
        </ul>
      )}
    </Section>
  );
}
