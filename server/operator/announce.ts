import { OPERATIONS } from '#contract/paths.ts';
import type { Settings } from '#server/settings/settings.ts';

/** Tells whoever started the site where it is and where its mail goes. */
export function printAddresses(settings: Settings, port: number): void {
  const local = `http://localhost:${port}`;
  const mail =
    settings.smtpUrl === undefined
      ? `read it at ${local}${OPERATIONS.mailbox} (nothing is sent: SMTP_URL is not set)`
      : 'sent through SMTP_URL';
  process.stdout.write(
    `\n  The site:  ${settings.origin}\n  Its mail:  ${mail}\n  Its data:  ${settings.dataDir}\n\n`,
  );
}
