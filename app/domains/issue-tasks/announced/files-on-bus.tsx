import { Section } from "~/kit/page/screens";
import { announcedUrl } from "../urls";
import { taskTypes } from "../words";
import type { Announced } from "./announced.server";

/** What a bus announces, for its page. */
export function FilesOnBus({ announced, busSelfCode }: { announced: Announced; busSelfCode: string }) {
  const { standingName, files } = announced;
  const to = `${announcedUrl}?${new URLSearchParams({ keyword: busSelfCode })}`;
  return (
    <Section title={`报站：${standingName}`} actions={<a href={to}>查看</a>}>
      {files.length === 0 ? (
        <p className="quiet">车载机没有报告任何文件。</p>
      ) : (
        <ul>
          {files.map(({ kind, name, fileVersion, since }) => (
            <li key={`${kind} ${name}`}>
              {`${taskTypes.find(({ value }) => value === kind)?.label} ${name} ${fileVersion}（${since.slice(0, 10)} 起）`}
            </li>
          ))}
        </ul>
      )}
    </Section>
  );
}
