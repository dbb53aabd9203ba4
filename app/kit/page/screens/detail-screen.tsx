import type { ReactNode } from "react";
import { saysState, stateMark } from "~/kit/page/tables/state-mark";
import { Heading } from "./heading";
import styles from "./detail-screen.module.css";

/** One fact of a record; an empty one shows a dash. */
export interface Fact {
  label: string;
  value: ReactNode;
  wide?: boolean;
}

interface DetailScreenProps {
  title?: string;
  note?: ReactNode;
  actions?: ReactNode;
  sections?: { title: string; facts: Fact[] }[];
  picture?: ReactNode;
  children?: ReactNode;
}

export function DetailScreen({ title, note, actions, sections = [], picture, children }: DetailScreenProps) {
  return (
    <>
      <Heading title={title} note={note}>
        {actions}
      </Heading>
      {sections.map((section, nth) => (
        <Section key={section.title} title={section.title}>
          <div className={styles.pictured}>
            <Facts facts={section.facts} />
            {nth === 0 && picture}
          </div>
        </Section>
      ))}
      {children}
    </>
  );
}

export function Section({ title, actions, children }: { title: string; actions?: ReactNode; children: ReactNode }) {
  return (
    <section className={styles.section}>
      <div className={styles.title}>
        <h2>{title}</h2>
        {actions}
      </div>
      {children}
    </section>
  );
}

export function Facts({ facts }: { facts: Fact[] }) {
  return (
    <dl className={styles.facts}>
      {facts.map(({ label, value, wide }) => (
        <div key={label} className={wide ? styles.wide : undefined}>
          <dt>{label}</dt>
          <dd>{shown(label, value)}</dd>
        </div>
      ))}
    </dl>
  );
}

function shown(label: string, value: ReactNode): ReactNode {
  if (value === "" || value === null || value === undefined) return "—";
  return typeof value === "string" && saysState(label) ? stateMark(value) : value;
}
