import { buffer } from 'node:stream/consumers';
import { unzipSync } from 'fflate';
import { findPerson } from '#features/forms/server/own-messages.ts';
import { EXPORT_NAMES, exportPerson } from '#features/your-data/server/export-person.ts';
import type { Person } from './people.ts';
import type { TestApp } from './test-app.ts';

export function readExport(zip: Uint8Array) {
  const files = new Map(Object.entries(unzipSync(zip)).map(([name, bytes]) => [name, Buffer.from(bytes)]));
  const [json, page] = [EXPORT_NAMES.json, EXPORT_NAMES.page].map(
    (name) => files.get(name)?.toString() ?? '',
  );
  return { files, json: json ?? '', page: page ?? '', tables: JSON.parse(json ?? '') };
}

/** The export of an account’s data, as its owner would download it. */
export async function exportOf({ deps }: Pick<TestApp, 'deps'>, { record }: Pick<Person, 'record'>) {
  const person = await findPerson(deps, { id: record.id });
  if (person === undefined) throw new Error('no such person');
  return readExport(await buffer(exportPerson(deps, person)));
}
