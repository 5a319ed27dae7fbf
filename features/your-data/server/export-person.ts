import { Readable } from 'node:stream';
import type { Command } from '@commander-js/extra-typings';
import type { FastifyReply } from 'fastify';
import { ZipFile } from 'yazl';
import { z } from 'zod';
import { REASONS } from '#contract/operators.ts';
import { pathFor } from '#contract/paths.ts';
import { findPerson } from '#features/forms/server/own-messages.ts';
import { readFile } from '#features/forms/server/stored-submissions.ts';
import { formTables } from '#features/forms/server/tables.ts';
import { PERSON_EXPORT } from '#features/your-data/contract.ts';
import { recordAlone } from '#server/audit/record-action.ts';
import { address, BY, openSite, type Start } from '#server/commands/operator-deps.ts';
import type { PersonAction } from '#server/console-view.ts';
import type { Person } from '#server/database/tables.ts';
import type { SiteDeps } from '#server/feature.ts';
import { html, select } from '#server/html/html.ts';
import { reason } from '#server/http/form-fields.ts';
import { printableJson } from '#server/printable-text.ts';
import { writePrivateFile } from '#server/private-files.ts';
import { dayOf } from '#server/time.ts';
import { DATA_EXPORTED } from './audit-actions.ts';
import { ownRows, ownTables, type StillMay } from './own-tables.ts';
import { pathOfFile, readablePage } from './readable-page.ts';

export const EXPORT_NAMES = { json: 'your-data.json', page: 'your-data.html' } as const;

/**
 * A zip of a person's data with JSON, an HTML page and files. To save memory, it is created while it is sent. Calls `stillMay` for
 * each part. Fails if the database fails or `stillMay` throws.
 */
export function exportPerson(deps: SiteDeps, person: Person, stillMay?: StillMay): Readable {
  const { db } = deps;
  const [zip, mtime] = [new ZipFile(), deps.clock()];
  const out = zip.outputStream as Readable;
  const fail = (error: Error) => void out.destroy(error);
  zip.on('error', fail);
  const add = (name: string, content: () => AsyncIterable<string>) =>
    // Handles errors of the sources, because the zip library does not, and an unhandled error would end the process.
    zip.addReadStreamLazy(name, { mtime }, (give) => give(null, Readable.from(content()).on('error', fail)));
  const fill = async () => {
    add(EXPORT_NAMES.json, () => asJson(deps, person, mtime, stillMay));
    add(EXPORT_NAMES.page, () => readablePage(deps, person, mtime, stillMay));
    const files = { ...formTables.submission_files, name: 'submission_files' };
    for await (const file of ownRows(db, person, files, stillMay)) {
      const content = async () => {
        await stillMay?.();
        return readFile(db, String(file.id));
      };
      // Files are stored uncompressed, because most are images and archives, which do not compress.
      zip.addReadStreamLazy(pathOfFile(file), { mtime, compress: false }, (give) => {
        content().then((bytes = Buffer.alloc(0)) => give(null, Readable.from([bytes])), fail);
      });
    }
    zip.end();
  };
  fill().catch(fail);
  return out;
}

export function sendExport(
  reply: FastifyReply,
  deps: SiteDeps,
  name: string,
  person: Person,
  stillMay?: StillMay,
): FastifyReply {
  const file = `${name}-${dayOf(deps.clock())}.zip`;
  return reply
    .type('application/zip')
    .header('content-disposition', `attachment; filename="${file}"`)
    .send(exportPerson(deps, person, stillMay));
}

async function* asJson(
  { db, features }: SiteDeps,
  person: Person,
  now: Date,
  stillMay: StillMay | undefined,
): AsyncGenerator<string> {
  yield `{\n"exported_at": ${printableJson(now.toISOString())}`;
  for (const table of ownTables(features, person)) {
    yield `,\n${printableJson(table.name)}: [`;
    let between = '\n';
    for await (const row of ownRows(db, person, table, stillMay)) {
      yield between +
        printableJson(table.name === 'submission_files' ? { ...row, path: pathOfFile(row) } : row);
      between = ',\n';
    }
    yield ']';
  }
  yield '\n}\n';
}

export function addPersonExportCommand(program: Command, start: Start): void {
  const person = program.commands.find((command) => command.name() === 'person');
  person
    ?.command('export')
    .argument('<address>', 'of the account', address)
    .description('save all data of the person as a zip, as the page “Your data” does')
    .requiredOption('--to <file>', 'a new file, readable by you only')
    .action(async (email, { to }) => {
      const deps = start();
      const site = await openSite(deps);
      const found = await findPerson(site, { email });
      if (found === undefined) throw new Error(`There is no account with the address ${email}.`);
      await writePrivateFile(to, async (file, _, stopped) => {
        await recordAlone(site, { ...BY, action: DATA_EXPORTED, subject: found.id });
        await file.writeFile(exportPerson(site, found), { signal: stopped });
      });
      deps.print(`All data of ${email} is in ${to}. Delete the file once you have handed it over.`);
    });
}

const exportBody = z.object({ reason });

export const exportAction: PersonAction<z.infer<typeof exportBody>> = {
  path: PERSON_EXPORT,
  title: 'Export their data',
  action: {
    name: 'export-people',
    what: 'Export a person’s data',
    who: ['owner', 'support'],
    isExport: true,
  },
  form: async (_, id, chosen) =>
    html`<p>The same zip file that they get under “Your data”. Delete it once you have handed it over.</p><form method="post" action="${pathFor(PERSON_EXPORT, id)}" class="inline reason">${select('reason', 'Reason', REASONS, chosen)}<button class="button button-quiet button-small">Export</button></form>`,
  body: exportBody,
  act: async (deps, { body: { reason }, reply, id, operator, refused, stillHere }) => {
    const person = await findPerson(deps, { id });
    if (person === undefined) return refused('The account was deleted in the meantime.');
    await recordAlone(deps, { ...operator.by, detail: reason, action: DATA_EXPORTED, subject: id });
    return sendExport(reply, deps, 'person', person, stillHere);
  },
};
