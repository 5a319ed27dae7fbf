import { FEATURES } from '#server/features.ts';
import { pageRules } from '#server/settings/page-rules.ts';
import { readSettings } from '#server/settings/settings.ts';

/** Prints the public settings for the development server, whose pages our own server does not send. */
const read = readSettings(process.env, FEATURES);
// The server itself reports wrong settings, so nothing is printed here.
if (read.kind === 'ok') {
  const { publicSettings } = pageRules(read.settings, FEATURES);
  process.stdout.write(JSON.stringify(publicSettings).replaceAll('<', '\\u003c'));
}
