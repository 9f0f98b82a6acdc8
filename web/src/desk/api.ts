/* The operator's part of the protocol. */
import { request } from "../protocol/http";

export interface Desk {
  operator: string | null;
  /** Seconds since 1970. */
  until: number | null;
  server: string;
}

export interface ServerHealth {
  name: string;
  warnings: string[];
  /** The rest is missing of a server that does not answer. */
  version?: string;
  up_seconds?: number;
  is_ready?: boolean;
  database?: { kind: string; ms: number | null };
  loop_lag_ms?: { last: number | null; worst: number | null };
  memory_bytes?: number | null;
  disk_free_bytes?: number | null;
  sockets?: number;
  tables?: { awake: number; asleep: number; aside: number; phases: Record<string, number> };
  bots_waiting?: number;
  backups?: { every: number; keep: number; kept: number; last: number | null; last_ago: number | null; bytes: number | null; problem: string | null } | null;
  replica_seconds?: number | null;
}

export interface Health {
  servers: ServerHealth[];
  restart: { seconds: number; text: string } | null;
}

export type Which = "open" | "over" | "retired";

export interface ShownTable {
  table: string;
  game: string | null;
  game_name: string;
  players: number;
  phase: "gathering" | "playing" | "over" | "retired";
  is_public: boolean;
  made: number | null;
  made_ago: number | null;
  changed_ago: number | null;
  changes: number;
  is_awake: boolean;
  is_aside: boolean;
  /** Null where it is awake at another server. */
  screens: number | null;
}

export interface TablePage {
  which: Which;
  tables: ShownTable[];
  next: number | null;
}

export interface Limits {
  is_strict: boolean;
  quotas: { what: string; most: number; seconds: number }[];
  at_a_time: { what: string; most: number }[];
  requests: { each_second: number; at_once: number };
  addresses_with_sockets: number;
  most_sockets_of_one: number;
}

export interface AuditLine {
  number: number;
  at: number;
  who: string;
  origin: string;
  act: string;
  about: string;
  said: string;
}

const at = "/api/operator";
const of = (table: string): string => `${at}/tables/${encodeURIComponent(table)}`;

export const desk = {
  who: (): Promise<Desk> => request("GET", at),
  signIn: (key: string): Promise<Desk> => request("POST", `${at}/sign-in`, { key }),
  signOut: (): Promise<unknown> => request("POST", `${at}/sign-out`, {}),
  health: (): Promise<Health> => request("GET", `${at}/health`),
  tables: (which: Which, from: number): Promise<TablePage> => request("GET", `${at}/tables?which=${which}&from=${from}`),
  limits: (): Promise<Limits> => request("GET", `${at}/limits`),
  audit: (before: number | null): Promise<{ lines: AuditLine[]; next: number | null }> => request("GET", `${at}/audit${before === null ? "" : `?before=${before}`}`),
  retire: (table: string): Promise<{ kept_days: number }> => request("POST", `${of(table)}/retire`, {}),
  bringBack: (table: string): Promise<unknown> => request("POST", `${of(table)}/bring-back`, {}),
  record: (table: string): string => `${of(table)}/record`,
  announce: (seconds: number, text: string): Promise<unknown> => request("POST", `${at}/restart`, { seconds, text }),
  callOff: (): Promise<unknown> => request("DELETE", `${at}/restart`),
};
