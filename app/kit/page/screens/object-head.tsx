import { useLocation } from "@remix-run/react";
import { createContext, type ReactNode, useContext } from "react";
import { stateMark, toneOf } from "~/kit/page/tables/state-mark";
import { Verb } from "./icon";
import styles from "./object-head.module.css";

/** What stands above all pages of one record: what it is, its state, and the ways around it. */
export interface ObjectHead {
  noun: string;
  name: string;
  /** What tells it from others beside its name. */
  note?: string;
  states: { label: string; words: string }[];
  figures?: HeadFigure[];
  /** `around` are pages without a tab of their own that this one leads to. */
  tabs: { href: string; label: string; around?: string[] }[];
  actions: { href: string; label: string; look?: "primary" }[];
}

/** What one wants to know of an object first, with the way to what is behind it. */
export interface HeadFigure {
  label: string;
  value: string;
  href?: string;
  look?: "warn" | "bad";
}

interface Place {
  isTab: boolean;
}

const Above = createContext<Place | null>(null);

/** Where a page stands under an object's head; null where there is none. */
export const useObject = (): Place | null => useContext(Above);

/** An object's head with a page of it below; without a head, the page alone. */
export function ObjectFrame({ head, children }: { head: ObjectHead | null | undefined; children: ReactNode }) {
  const here = useLocation().pathname.toLowerCase();
  if (!head) return children;
  const current = head.tabs.find(({ href }) => pathOf(href) === here);
  const lit = current ?? head.tabs.find(({ around }) => around?.some((href) => pathOf(href) === here));
  return (
    <Above.Provider value={{ isTab: current !== undefined }}>
      <div className={styles.head} data-look={lookOf(head.states)}>
        <div className={styles.who}>
          <span className={styles.noun}>{head.noun}</span>
          <h1>{head.name}</h1>
          {head.note && <span className={styles.note}>{head.note}</span>}
          {head.states.map(({ label, words }) => (
            <span key={label} title={label}>
              {stateMark(words)}
            </span>
          ))}
          {head.figures?.map(({ label, value, href, look }) => {
            const figure = (
              <>
                <small>{label}</small> <b>{value}</b>
              </>
            );
            return href ? (
              <a key={label} className={styles.figure} href={href} data-look={look}>
                {figure}
              </a>
            ) : (
              <span key={label} className={styles.figure} data-look={look}>
                {figure}
              </span>
            );
          })}
          {current && head.actions.length > 0 && (
            <div className={styles.actions}>
              {head.actions.map(({ href, label, look }) => (
                <a key={href} className={look ? `button ${look}` : "button"} href={href}>
                  <Verb words={label} />
                </a>
              ))}
            </div>
          )}
        </div>
        {head.tabs.length > 1 && (
          <nav className={styles.tabs} aria-label={`${head.noun} ${head.name}`}>
            <ul>
              {head.tabs.map((tab) => (
                <li key={tab.href}>
                  <a href={tab.href} aria-current={tab === lit ? (current ? "page" : true) : undefined}>
                    {tab.label}
                  </a>
                </li>
              ))}
            </ul>
          </nav>
        )}
      </div>
      {children}
    </Above.Provider>
  );
}

/** The most serious of a record's states gives its head the colour; one that is well gives none. */
const lookOf = (states: ObjectHead["states"]) => {
  const tones = states.map(({ words }) => toneOf(words));
  return (["bad", "warn", "idle"] as const).find((tone) => tones.includes(tone));
};

const pathOf = (href: string) => href.split("?")[0]!.toLowerCase();
