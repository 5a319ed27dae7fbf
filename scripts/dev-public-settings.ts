import { FEATURES } from '#server/features.ts';
import { publicSettings } from '#server/settings/public-settings.ts';
import { readSettings } from '#server/settings/settings.ts';

/** Prints what the server would write into its pages, for the development server, whose pages it never sees. */
const read = readSettings(process.env, FEATURES);
// What is wrong with them is told by the server itself.
if (read.kind === 'ok')
  process.stdout.write(JSON.stringify(publicSettings(read.settings)).replaceAll('<', '\\u003c'));
