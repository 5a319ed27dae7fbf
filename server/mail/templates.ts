import { readFileSync } from 'node:fs';
import { z } from 'zod';
import { MAILS } from '#content/features.ts';
import type { Mail, MailValueKind, MailValues } from '#content/mails.ts';
import { escapeHtml } from '#server/html/html.ts';

const mailContent = z.object({ subject: z.string(), text: z.string(), html: z.string() });
export type MailContent = Readonly<z.infer<typeof mailContent>>;

const mailTemplates = z.record(z.string(), mailContent);
/** The templates by name, with `{placeholders}` for values. `compile-mails.ts` makes them at build time. */
export type MailTemplates = Readonly<Record<string, MailContent>>;

/** A placeholder is like `{name}`. CSS braces never match, because they contain more than a name. */
export const PLACEHOLDER = /\{([a-z][A-Za-z]*)\}/g;

/** Reads the mail templates that `generate/build-mails.ts` has written. Throws if the file or a mail is missing. */
export function loadMailTemplates(file: string): MailTemplates {
  let parsed: unknown;
  try {
    parsed = JSON.parse(readFileSync(file, 'utf8'));
  } catch (cause) {
    throw new Error(`The mail templates cannot be read from ${file}. Run: npm run build`, { cause });
  }
  const templates = mailTemplates.safeParse(parsed);
  if (!templates.success || !MAILS.every(({ name }) => Object.hasOwn(templates.data, name)))
    throw new Error(`The mail templates in ${file} are out of date. Run: npm run build`);
  return templates.data;
}

/**
 * Fills the template in one pass, so that a placeholder inside a value stays text. Values are escaped in the HTML. A `line` is put
 * on one line. A `text` and a `quote` keep their line breaks. In plain text, each line of a `quote` begins with `>`. The subject
 * loses line breaks, so that nobody can add a header.
 */
export function renderMail<M extends Mail>(
  templates: MailTemplates,
  mail: M,
  values: MailValues<M>,
): MailContent {
  const template = templates[mail.name];
  if (template === undefined) throw new Error(`The mail ${mail.name} has no template.`);
  const { subject, text, html } = template;
  const given: Readonly<Record<string, string | undefined>> = values;
  const kinds: Readonly<Record<string, MailValueKind>> = mail.values;
  const valueNamed = (name: string): string => {
    const value = Object.hasOwn(given, name) ? given[name] : undefined;
    if (value === undefined) throw new Error(`The mail ${mail.name} needs a value for {${name}}.`);
    return kinds[name] === 'line' ? onOneLine(value) : value;
  };
  const asText = (name: string) =>
    kinds[name] === 'quote'
      ? linesOf(valueNamed(name))
          .map((line) => `> ${line}`.trimEnd())
          .join('\n')
      : valueNamed(name);
  const asHtml = (name: string) => {
    const escaped = escapeHtml(valueNamed(name));
    return kinds[name] === 'text' || kinds[name] === 'quote' ? linesOf(escaped).join('<br>') : escaped;
  };
  return {
    subject: onOneLine(filled(subject, asText)),
    text: filled(text, asText),
    html: filled(html, asHtml),
  };
}

function filled(template: string, valueNamed: (name: string) => string): string {
  return template.replace(PLACEHOLDER, (_, name: string) => valueNamed(name));
}

function linesOf(text: string): string[] {
  return text.split(/\r\n|\r|\n/);
}

function onOneLine(text: string): string {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are removed.
  return text.replace(/[\x00-\x1f\x7f-\x9f\u2028\u2029]+/g, ' ');
}
