import type { Compilable, CompiledQuery, Insertable } from 'kysely';
import type { Db, Tx } from './database.ts';
import type { Schema } from './schema.ts';

/** Placeholder for a value that is known only when the query runs. */
class Hole {
  readonly name: string;

  constructor(name: string) {
    this.name = name;
  }
}

type PreparedQuery<V, Row> = (db: Db | Tx, values: V) => Promise<Row[]>;

/** The placeholder of a value, by its name. */
export type Values<V> = <K extends keyof V & string>(name: K) => V[K];

/**
 * A frequent query, compiled at its first run on each database (docs/decisions/0038). Values that change the SQL (lists,
 * a comparison with null) cannot be placeholders, and limits should not be (`node-sqlite-dialect.ts`).
 */
export function prepareQuery<V extends Record<string, unknown>, Row>(
  build: (db: Db | Tx, value: Values<V>) => Compilable<Row>,
): PreparedQuery<V, Row> {
  // By an object that differs between databases, and is the same in the transactions of one.
  const compiled = new WeakMap<object, CompiledQuery<Row>>();
  const value: Values<V> = (name) => new Hole(name) as unknown as V[typeof name];
  return async (db, values) => {
    const { adapter, plugins } = db.getExecutor();
    const key = plugins.length === 0 ? adapter : plugins;
    let query = compiled.get(key);
    if (query === undefined) {
      query = build(db, value).compile();
      compiled.set(key, query);
    }
    const parameters = query.parameters.map((part) => (part instanceof Hole ? values[part.name] : part));
    const { rows } = await db.executeQuery<Row>({ ...query, parameters });
    return rows;
  };
}

/** An insert of one row, compiled once for each set of columns. */
export function prepareInsert<T extends keyof Schema>(table: T) {
  const inserts = new Map<string, PreparedQuery<Record<string, unknown>, unknown>>();
  return async (db: Db | Tx, row: Insertable<Schema[T]>): Promise<void> => {
    const columns = Object.keys(row);
    const key = columns.join();
    let insert = inserts.get(key);
    if (insert === undefined) {
      insert = prepareQuery((db, value) => {
        const values = Object.fromEntries(columns.map((column) => [column, value(column)]));
        return db.insertInto(table).values(values as Insertable<Schema[T]>);
      });
      inserts.set(key, insert);
    }
    await insert(db, row);
  };
}
