import { FEATURES } from '#server/features.ts';
import { pageRules } from '#server/settings/page-rules.ts';
import { readSettings } from '#server/settings/settings.ts';

/** Prints what the server would write into its pages, for the development server, whose pages it never sees. */
const read = readSettings(process.env, FEATURES);
// What is wrong with them is told by the server itself.
if (read.kind === 'ok') {
  const { publicSettings } = pageRules(read.settings, FEATURES);
  process.stdout.write(JSON.stringify(publicSettings).replaceAll('<', '\\u003c'));
}
