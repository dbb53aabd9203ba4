import type { FieldWords } from "./words";

/** Where the records are that a field's keys point at, and the column that names one. */
export interface Referred {
  table: string;
  key: string;
  title: string;
  /** The column of the organisation that it belongs to; outside the viewer's it is not named. */
  org?: string;
}

/** The facts of a room that its pages share. */
export interface Room<Row> {
  /** What a person calls one record. */
  noun: string;
  /** The list's address; a record's pages lie under it by its key. */
  url: string;
  /** The key's field, which is also its parameter in the addresses of a record's pages. */
  key: Extract<keyof Row, string>;
  nameOf(row: Row): string;
  words: FieldWords;
  /** The field of the address of a record's picture, under which the table has its file's key. */
  picture?: Extract<keyof Row, string>;
  /** A record as histories and conflicts tell it, where a field's words depend on another's value. */
  told?(record: Record<string, unknown>): Record<string, unknown>;
  /** Fields that hold keys of other records; histories and conflicts show names for them. */
  refers?: Record<string, Referred | readonly Referred[]>;
}

/** The permission codes that every plain room has. */
export interface RoomPermissions {
  read: string;
  write: string;
  remove: string;
}

/** The address of a record's own page. */
export const recordUrl = <Row>(room: Pick<Room<Row>, "url" | "key">, row: Row) =>
  `${room.url}/${String(row[room.key])}`;
