import mjml2html from 'mjml';
import { ADDRESS_LINE, BRAND } from '#content/brand.ts';
import {
  MAIL_KINDS,
  MAIL_VALUES,
  MAILS,
  type MailKind,
  type MailValueKind,
  type MailWording,
} from '#content/mails.ts';
import { mailLayout } from './layout.ts';
import { type MailContent, type MailTemplates, PLACEHOLDER } from './templates.ts';

/**
 * Compiles the wording of `content/mails.ts` into templates, at build time and in tests. Throws, naming the mail, on
 * unknown placeholders, on values that do not fit a subject or a link, and on invalid MJML.
 */
export async function compileMails(
  mails: Readonly<Record<MailKind, MailWording>> = MAILS,
): Promise<MailTemplates> {
  const compiled = await Promise.all(
    MAIL_KINDS.map(async (kind) => [kind, await compileMail(kind, mails[kind])]),
  );
  return Object.fromEntries(compiled) as MailTemplates;
}

async function compileMail(kind: MailKind, wording: MailWording): Promise<MailContent> {
  requireKnownPlaceholders(kind, wording);
  const { html, errors } = await mjml2html(mailLayout(wording), {
    validationLevel: 'soft',
    keepComments: false,
    fonts: {},
    ignoreIncludes: true,
  });
  if (errors.length > 0) {
    throw new Error(
      `The mail ${kind} is not valid MJML:\n  ${errors.map((e) => e.formattedMessage).join('\n  ')}`,
    );
  }
  // mjml indents for readers of its source; nobody reads this one, and each row is stored with it.
  const slim = html
    .replace(/\n\s*/g, '\n')
    .replace(/\n{2,}/g, '\n')
    .trim();
  return { subject: wording.subject, text: plainText(wording), html: slim };
}

function requireKnownPlaceholders(kind: MailKind, wording: MailWording): void {
  const kinds: Readonly<Record<string, MailValueKind>> = MAIL_VALUES[kind];
  const known = Object.keys(kinds);
  const used = placeholdersIn(JSON.stringify(wording));
  const unknown = used.find((name) => !known.includes(name));
  if (unknown !== undefined) {
    const offer =
      known.length === 0 ? 'it has none' : `it has ${known.map((name) => `{${name}}`).join(', ')}`;
    throw new Error(`The mail ${kind} uses {${unknown}}, but ${offer} (MAIL_VALUES in content/mails.ts).`);
  }
  const unused = known.find((name) => !used.includes(name));
  if (unused !== undefined)
    throw new Error(`The mail ${kind} never uses {${unused}} (MAIL_VALUES in content/mails.ts).`);
  const { subject, action, otherAction, leave } = wording;
  if (placeholdersIn(subject).some((name) => kinds[name] !== 'line'))
    throw new Error(`The subject of the mail ${kind} may only hold values that are a line.`);
  const targets = [action, otherAction, leave].flatMap((link) => placeholdersIn(link?.link ?? ''));
  if (targets.some((name) => kinds[name] !== 'link'))
    throw new Error(`A link of the mail ${kind} may only lead to a value that is a link.`);
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
