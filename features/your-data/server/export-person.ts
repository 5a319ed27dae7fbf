import { Readable } from 'node:stream';
import { ZipFile } from 'yazl';
import { readFile } from '#features/forms/server/stored-submissions.ts';
import type { Db } from '#server/database/database.ts';
import { printableJson } from '#server/printable-text.ts';
import { ownRows, type Person, type StillMay } from './own-tables.ts';
import { pathOfFile, readablePage } from './readable-page.ts';

export const EXPORT_NAMES = { json: 'your-data.json', page: 'your-data.html' } as const;

/**
 * A zip with everything that is kept about a person: as JSON, as a page to read, and the files that they sent. Made while
 * it is read, so that neither a large file nor many messages fill the memory. The stream fails when the database does, and when
 * `stillMay` throws, which is asked for each part.
 */
export function exportPerson(
  deps: { readonly db: Db; readonly clock: () => Date },
  person: Person,
  stillMay?: StillMay,
): Readable {
  const { db } = deps;
  const [zip, mtime] = [new ZipFile(), deps.clock()];
  const out = zip.outputStream as Readable;
  const fail = (error: Error) => void out.destroy(error);
  zip.on('error', fail);
  const add = (name: string, content: () => AsyncIterable<string>) =>
    // The zip does not listen for errors of what it reads, and one that nobody hears ends the process.
    zip.addReadStreamLazy(name, { mtime }, (give) => give(null, Readable.from(content()).on('error', fail)));
  const fill = async () => {
    add(EXPORT_NAMES.json, () => asJson(db, person, mtime, stillMay));
    add(EXPORT_NAMES.page, () => readablePage(db, person, mtime, stillMay));
    for await (const file of ownRows(db, person, 'submission_files', stillMay)) {
      const content = async () => {
        await stillMay?.();
        return readFile(db, String(file.id));
      };
      // Most are images and archives, which get no smaller.
      zip.addReadStreamLazy(pathOfFile(file), { mtime, compress: false }, (give) => {
        content().then((bytes = Buffer.alloc(0)) => give(null, Readable.from([bytes])), fail);
      });
    }
    zip.end();
  };
  fill().catch(fail);
  return out;
}

async function* asJson(
  db: Db,
  person: Person,
  now: Date,
  stillMay: StillMay | undefined,
): AsyncGenerator<string> {
  yield `{\n"exported_at": ${printableJson(now.toISOString())}`;
  for (const table of person.tables) {
    yield `,\n${printableJson(table)}: [`;
    let between = '\n';
    for await (const row of ownRows(db, person, table, stillMay)) {
      yield between + printableJson(table === 'submission_files' ? { ...row, path: pathOfFile(row) } : row);
      between = ',\n';
    }
    yield ']';
  }
  yield '\n}\n';
}
