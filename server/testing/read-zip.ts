import { unzipSync } from 'fflate';
import { EXPORT_NAMES } from '#features/your-data/server/export-person.ts';

export function readExport(zip: Uint8Array) {
  const files = new Map(Object.entries(unzipSync(zip)).map(([name, bytes]) => [name, Buffer.from(bytes)]));
  const [json, page] = [EXPORT_NAMES.json, EXPORT_NAMES.page].map(
    (name) => files.get(name)?.toString() ?? '',
  );
  return { files, json: json ?? '', page: page ?? '', tables: JSON.parse(json ?? '') };
}
