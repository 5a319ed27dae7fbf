import { ADDRESS_LINE, BRAND } from '#content/brand.ts';
import { MAILS } from '#content/features.ts';
import type { Mail, MailValueKind, MailWording } from '#content/mails.ts';
import { mailLayout } from './mail-layout.ts';
import { type MailContent, type MailTemplates, PLACEHOLDER } from './templates.ts';

/**
 * Compiles the wording of all mails into templates, at build time and in tests. Throws an error that names the mail for
 * unknown or unused placeholders, and for values that do not fit a subject or a link.
 */
export function compileMails(mails: readonly Mail[] = MAILS): MailTemplates {
  return Object.fromEntries(mails.map((mail) => [mail.name, compileMail(mail)]));
}

function compileMail({ name, values, wording }: Mail): MailContent {
  requireKnownPlaceholders(name, values, wording);
  return { subject: wording.subject, text: plainText(wording), html: mailLayout(wording) };
}

function requireKnownPlaceholders(
  mail: string,
  kinds: Readonly<Record<string, MailValueKind>>,
  wording: MailWording,
): void {
  const known = Object.keys(kinds);
  const used = placeholdersIn(JSON.stringify(wording));
  const unknown = used.find((name) => !known.includes(name));
  if (unknown !== undefined) {
    const offer =
      known.length === 0 ? 'it has none' : `it has ${known.map((name) => `{${name}}`).join(', ')}`;
    throw new Error(`The mail ${mail} uses {${unknown}}, but ${offer}.`);
  }
  const unused = known.find((name) => !used.includes(name));
  if (unused !== undefined) throw new Error(`The mail ${mail} never uses {${unused}}.`);
  const { subject, action, otherAction, leave } = wording;
  if (placeholdersIn(subject).some((name) => kinds[name] !== 'line'))
    throw new Error(`The subject of the mail ${mail} may only hold values that are a line.`);
  const targets = [action, otherAction, leave].flatMap((link) => placeholdersIn(link?.link ?? ''));
  if (targets.some((name) => kinds[name] !== 'link'))
    throw new Error(`A link of the mail ${mail} may only lead to a value that is a link.`);
}

function placeholdersIn(text: string): string[] {
  return [...text.matchAll(PLACEHOLDER)].map(([, name]) => name ?? '');
}

function plainText({
  heading,
  paragraphs,
  quote,
  action,
  otherAction,
  leave,
  notes,
  reason,
}: MailWording): string {
  const asText = (link: MailWording['action']) =>
    link === undefined ? [] : [`${link.label}:\n${link.link}`];
  const links = [action, otherAction].flatMap(asText);
  const signature = `-- \n${[BRAND.company, ADDRESS_LINE].join(', ')}\n${[reason, ...asText(leave)].join('\n')}`;
  const quoted = quote === undefined ? [] : [quote];
  return `${[heading, ...paragraphs, ...quoted, ...links, ...notes, signature].join('\n\n')}\n`;
}
