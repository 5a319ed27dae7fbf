import { OPERATIONS } from '#contract/paths.ts';
import { isLoopbackHost } from '#server/settings/loopback.ts';
import type { Settings } from '#server/settings/settings.ts';

/** Tells whoever started the site where it is, where its mail goes, and which providers are played by stand-ins. */
export function printAddresses(settings: Settings, port: number): void {
  const local = `http://localhost:${port}`;
  const mail =
    settings.smtpUrl === undefined
      ? `read it at ${local}${OPERATIONS.mailbox} (nothing is sent: SMTP_URL is not set)`
      : 'sent through SMTP_URL';
  const data =
    settings.database.kind === 'sqlite' ? settings.dataDir : 'in the database that DATABASE_URL names';
  const standIns = [
    standInLine('Google', settings.google && settings.googleIssuer),
    standInLine('GitHub', settings.github && settings.githubUrl),
  ].join('');
  process.stdout.write(
    `\n  The site:  ${settings.origin}\n  Its mail:  ${mail}\n  Its data:  ${data}\n${standIns}\n`,
  );
}

/** Nothing that is really Google or GitHub runs on this machine. */
function standInLine(provider: string, url: string | undefined): string {
  if (url === undefined || !isLoopbackHost(new URL(url).hostname)) return '';
  return `  ${provider}:    a stand-in at ${url}, not the real one: sign in with any name and address\n`;
}
