import { sizeText } from "~/kit/data/files/size-text";
import { OnceField } from "~/kit/page/forms/once";
import { Facts, Section } from "~/kit/page/screens/detail-screen";
import { packageFormats } from "~/transit/announcements/words";
import type { PackageFacts } from "./packages.server";
import { fileUrl } from "./urls";

interface PackagesProps {
  file: { fileUuid: string };
  packages: Pick<PackageFacts, "format" | "sizeBytes" | "sha256" | "crc32">[];
}

/** What can be downloaded; what is not made yet can be asked for. */
export function Packages({ file, packages }: PackagesProps) {
  return (
    <Section title="下载包">
      {Object.entries(packageFormats).map(([format, label]) => {
        const made = packages.find((one) => one.format === format);
        const query = new URLSearchParams({ format }).toString();
        return (
          <form key={format} method="post" action={`${fileUrl(file)}/package?${query}`}>
            <OnceField />
            <Facts
              facts={[
                { label: "格式", value: `${label}（${format}）` },
                { label: "大小", value: made && sizeText(made.sizeBytes) },
                { label: "CRC32", value: made?.crc32 },
                { label: "SHA-256", value: made?.sha256, wide: true },
              ]}
            />
            <p>
              {made ? (
                <a className="button" href={`${fileUrl(file)}/package?${query}`}>
                  下载
                </a>
              ) : (
                <button className="button">制作下载包</button>
              )}
            </p>
          </form>
        );
      })}
    </Section>
  );
}
