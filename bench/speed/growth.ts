import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type DatabaseLocation, type Db, openDatabase } from '#server/database/database.ts';
import { migrate } from '#server/database/migrate.ts';
import {
  type ServerProcess,
  type ServerSettings,
  startServerProcess,
} from '#server/testing/server-process.ts';
import { median } from '../support/figures.ts';
import { undoneAtExit } from '../support/leave-nothing.ts';
import { MEASURED_SETTINGS } from '../support/measured-settings.ts';
import { startOwnPostgres } from '../support/own-postgres.ts';
import { alternate } from './alternate.ts';
import { analyticsRows } from './growth/analytics-rows.ts';
import { addManyUsers, type ManyUsers, SECRET } from './growth/many-users.ts';
import { askInTurn, QUESTIONS } from './growth/questions.ts';
import type { Measurement, Row } from './measurement.ts';

const [MANY, FEW] = [1_000_000, 1_000];
const STARTS = 5;
const LIMIT = [{ of: 'ratio', kind: 'at most', value: 1.2 }] as const;

type Kind = 'SQLite' | 'PostgreSQL';
/** A database with so many users, and how to start a server on it. */
type Place = {
  readonly people: ManyUsers;
  readonly settings: ServerSettings;
  readonly open: () => Db;
};

/** What a thousand times more users do to each question, to a start, and ten times more visits to the tables of them. */
export const measure: Measurement = async () => {
  const folder = mkdtempSync(join(tmpdir(), 'growth-'));
  const removeFolder = () => rmSync(folder, { recursive: true, force: true });
  const removed = undoneAtExit(removeFolder);
  const postgres = await startOwnPostgres();
  try {
    const onSqlite = async (users: number) => {
      const folderOf = join(folder, String(users));
      return place(users, { kind: 'sqlite', file: join(folderOf, 'site.sqlite') }, { DATA_DIR: folderOf });
    };
    const onPostgres = async (users: number) => {
      const url = await postgres.addDatabase();
      return place(users, { kind: 'postgres', url }, { DATA_DIR: folder, DATABASE_URL: url });
    };
    return [
      ...(await rowsOf('SQLite', await onSqlite(MANY), await onSqlite(FEW))),
      ...(await rowsOf('PostgreSQL', await onPostgres(MANY), await onPostgres(FEW))),
    ];
  } finally {
    postgres.remove();
    removeFolder();
    removed();
  }
};

async function place(users: number, location: DatabaseLocation, settings: ServerSettings): Promise<Place> {
  const open = () => openDatabase(location, () => {});
  const db = open();
  try {
    await migrate(db);
    const people = await addManyUsers(db, users);
    return { people, open, settings: { ...settings, ...MEASURED_SETTINGS, AUTH_SECRET: SECRET } };
  } finally {
    await db.destroy();
  }
}

async function rowsOf(kind: Kind, many: Place, few: Place): Promise<Row[]> {
  const rows = await startRows(kind, many, few);
  const servers: ServerProcess[] = [];
  const serverOf = async ({ settings, people }: Place) => {
    const server = await startServerProcess(settings);
    servers.push(server);
    return { url: server.url, people };
  };
  try {
    const [ours, floor] = [await serverOf(many), await serverOf(few)];
    for (const question of QUESTIONS) {
      const times = await askInTurn(question, ours, floor);
      rows.push(row(`${question.name}, ${kind}`, times.ours, times.floor));
    }
    const db = few.open();
    try {
      const counted = await analyticsRows(db, floor.url);
      rows.push({
        target: 'Growth',
        what: `rows of page views after ten times the visits, ${kind}`,
        ours: counted.afterTenTimes,
        floor: { name: `after ${counted.visits} visits`, value: counted.afterOnce },
        unit: 'rows',
        limits: [{ of: 'ratio', kind: 'at most', value: 1 }],
      });
    } finally {
      await db.destroy();
    }
    for (const { output } of servers)
      if (/"level":"(error|fatal)"/.test(output())) throw new Error(`The server complained:\n${output()}`);
  } finally {
    for (const server of servers) await ended(server);
  }
  return rows;
}

async function startRows(kind: Kind, many: Place, few: Place): Promise<Row[]> {
  const start = async ({ settings }: Place) => {
    const from = performance.now();
    const server = await startServerProcess(settings);
    const milliseconds = performance.now() - from;
    await ended(server);
    return { milliseconds };
  };
  const taken = await alternate(STARTS, { ours: () => start(many), floor: () => start(few) });
  const { ours, floor } = taken;
  return [row(`start to ready, ${kind}`, ours.all('milliseconds'), floor.all('milliseconds'))];
}

function row(what: string, ours: readonly number[], floor: readonly number[]): Row {
  return {
    target: 'Growth',
    what,
    ours: median(ours),
    floor: { name: '1,000 users', value: median(floor) },
    unit: 'ms',
    limits: LIMIT,
    rounds: { ours, floor },
  };
}

async function ended(server: ServerProcess): Promise<void> {
  server.terminate();
  await server.exit;
}
