import type { Compilable, CompiledQuery } from 'kysely';
import type { Db, Tx } from './database.ts';

/** Stands in a query where a value goes that is known only when it runs. */
class Hole {
  readonly name: string;

  constructor(name: string) {
    this.name = name;
  }
}

/** Runs the query; `db` may be a transaction. Rejects as the query itself would. */
export type PreparedQuery<V, Row> = (db: Db | Tx, values: V) => Promise<Row[]>;

/** What stands for a value while the query is built, by its name. */
export type Values<V> = <K extends keyof V & string>(name: K) => V[K];

/**
 * A query whose words are always the same, for what is asked often (docs/decisions/0038): built and compiled at its
 * first run on each database, later only its values are put in. A value may be compared or stored. A limit is none
 * where the query is asked often (SQLite would plan it anew each time, see `node-sqlite-dialect.ts`), and neither is what
 * changes the words (a list of several, a null that is compared) is none.
 *
 * @param build called with a function that stands for each value
 */
export function prepareQuery<V extends Record<string, unknown>, Row>(
  build: (db: Db | Tx, value: Values<V>) => Compilable<Row>,
): PreparedQuery<V, Row> {
  // By what tells one database from another, or one way to it, and is the same in its transactions.
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
