import { ADDRESS_LINE, BRAND } from '#content/brand.ts';
import { MAILS } from '#content/features.ts';
import type { Mail, MailValueKind, MailWording } from '#content/mails.ts';
import { SITE_LANGUAGE } from '#contract/language.ts';
import { escapeHtml } from '#server/html/html.ts';
import { siteColour } from '#server/html/site-colours.ts';
import { type MailContent, type MailTemplates, PLACEHOLDER } from './templates.ts';

/**
 * The HTML of a mail. It loads no pictures, fonts or tracking, and keeps placeholders such as `{link}`. Outlook for Windows
 * supports neither `max-width` nor `inline-block`, so it gets its own tables in conditional comments.
 */
function mailLayout(mail: MailWording): string {
  const subject = escapeHtml(mail.subject);
  const html = `<!doctype html>
<html lang="${SITE_LANGUAGE}" dir="ltr" xmlns="http://www.w3.org/1999/xhtml">
<head>
<title>${subject}</title>
<meta http-equiv="Content-Type" content="text/html; charset=UTF-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="supported-color-schemes" content="light dark">
<style>${STYLE}</style>
</head>
<body class="ground" style="margin:0;background-color:${LIGHT.ground}">
<div style="display:none;font-size:1px;line-height:1px;max-height:0;max-width:0;opacity:0;overflow:hidden">${escapeHtml(mail.preview)}</div>
<div role="article" aria-roledescription="email" aria-label="${subject}" lang="${SITE_LANGUAGE}" dir="ltr" style="background-color:${LIGHT.ground};padding-top:24px">
${section({ name: 'sky', background: DAWN.indigo, radius: '20px 20px 0 0', padding: '28px 32px 26px' }, row(mark()))}
${section({ name: 'card', background: LIGHT.card, radius: '0 0 20px 20px', padding: '36px 32px 20px' }, letter(mail))}
${section({ padding: '22px 32px 40px' }, words(sender(mail), { quiet: true, size: 13, padding: '0', align: 'center' }))}
</div>
</body>
</html>`;
  // Each stored mail contains this HTML, so indentation is removed to save space.
  return html.replaceAll(/\n\s*/g, '\n');
}

/** Isolates the text direction of each value, so that a name in Hebrew does not reverse the text around it. */
function withValues(text: string): string {
  return escapeHtml(text).replace(PLACEHOLDER, '<span dir="auto">$&</span>');
}

const IN_MAILS = {
  ground: siteColour('ground'),
  card: siteColour('ground-raised'),
  ink: siteColour('ink'),
  quiet: siteColour('ink-soft'),
  link: siteColour('peacock'),
  line: siteColour('line'),
};
type MailColours = Readonly<Record<keyof typeof IN_MAILS, string>>;
const inTheme = (theme: 'light' | 'dark') =>
  Object.fromEntries(Object.entries(IN_MAILS).map(([name, colour]) => [name, colour[theme]])) as MailColours;
const LIGHT = inTheme('light');
const DARK = inTheme('dark');
const DAWN = {
  indigo: siteColour('dawn-indigo').light,
  plum: siteColour('dawn-plum').light,
  rose: siteColour('dawn-rose').light,
  saffron: siteColour('dawn-saffron').light,
  marigold: siteColour('dawn-marigold').light,
  ink: siteColour('on-dawn').light,
};

const FONT = "Inter, -apple-system, 'Segoe UI', Roboto, Helvetica, Arial, sans-serif";
const TABLE = 'border="0" cellpadding="0" cellspacing="0" role="presentation"';

const STYLE = `
  body { -webkit-text-size-adjust: 100%; -ms-text-size-adjust: 100%; }
  table, td { border-collapse: collapse; mso-table-lspace: 0; mso-table-rspace: 0; }
  .sky, .sky > table { background-image: linear-gradient(110deg, ${DAWN.indigo}, ${DAWN.plum} 40%, ${DAWN.rose} 70%, ${DAWN.saffron} 87%, ${DAWN.marigold}) !important; }
  .dawn td { background-image: linear-gradient(100deg, ${DAWN.rose}, ${DAWN.saffron} 55%, ${DAWN.marigold}) !important; }
  .button a { background: transparent !important; }
  .link { color: ${LIGHT.link}; text-decoration: underline; }
  .address { word-break: break-all; overflow-wrap: anywhere; }
  @media (prefers-color-scheme: dark) {
    body, .ground, .ground > div { background-color: ${DARK.ground} !important; }
    .card, .card > table { background-color: ${DARK.card} !important; background-image: none !important; }
    .card p, .heading { color: ${DARK.ink} !important; }
    .quiet p { color: ${DARK.quiet} !important; }
    .link, .quiet .link { color: ${DARK.link} !important; }
    .plain td { background-color: ${DARK.ink} !important; }
    .plain a { color: ${DARK.card} !important; }
    .rule div { border-top-color: ${DARK.line} !important; }
  }
  @media (max-width: 480px) {
    .sky > table > tbody > tr > td { padding: 22px 22px 20px !important; }
    .card > table > tbody > tr > td { padding: 28px 22px 14px !important; }
    .heading { font-size: 24px !important; }
    .button table { width: 100% !important; }
    .button a { display: block !important; }
  }
`;

type Section = {
  readonly name?: string;
  readonly background?: string;
  readonly radius?: string;
  readonly padding: string;
};

/** A band of the mail, at most 600 px wide, that contains rows of a table. */
function section({ name = '', background, radius = '0', padding }: Section, rows: string): string {
  const colour = background === undefined ? '' : `background-color:${background};`;
  const outlook = background === undefined ? '' : ` bgcolor="${background}"`;
  return `<!--[if mso]><table align="center" ${TABLE} width="600" style="width:600px"${outlook}><tr><td><![endif]-->
    <div class="${name}" style="${colour}border-radius:${radius};margin:0 auto;max-width:600px;overflow:hidden">
      <table ${TABLE} align="center" width="100%" style="${colour}border-collapse:separate;width:100%">
        <tbody><tr><td style="border-radius:${radius};padding:${padding}">
          <table ${TABLE} width="100%"><tbody>${rows}</tbody></table>
        </td></tr></tbody>
      </table>
    </div>
    <!--[if mso]></td></tr></table><![endif]-->`;
}

type Cell = { readonly name?: string; readonly padding?: string; readonly align?: 'left' | 'center' };

function row(content: string, { name = '', padding = '0', align = 'left' }: Cell = {}): string {
  return `<tr><td class="${name}" align="${align}" style="padding:${padding};word-break:break-word">${content}</td></tr>`;
}

type Look = { readonly quiet?: boolean; readonly size?: number; readonly align?: 'left' | 'center' };

function paragraph(content: string, { quiet = false, size = 17, align = 'left' }: Look = {}): string {
  const colour = quiet ? LIGHT.quiet : LIGHT.ink;
  const style = `margin:0;color:${colour};font-family:${FONT};font-size:${size}px;line-height:1.6;text-align:${align}`;
  return `<p style="${style}">${content}</p>`;
}

function words(content: string, { padding = '0 0 16px', align = 'left', ...look }: Look & Cell = {}): string {
  const name = look.quiet ? 'quiet' : '';
  return row(paragraph(content, { ...look, align }), { padding, align, name });
}

/** Mails load no pictures, so boxes draw the logo, a half-sun in a speech bubble. */
function mark(): string {
  return `<table ${TABLE} width="100%" style="font-family:${FONT}">
    <tr>
      <td width="62" style="width: 62px">
        <div aria-hidden="true" style="width: 48px; height: 40px; overflow: hidden; background-color: #fff4e0; border-radius: 14px 14px 14px 3px">
          <div style="height: 16px; line-height: 16px; font-size: 0">&nbsp;</div>
          <div style="width: 30px; height: 15px; margin: 0 auto; background-color: ${DAWN.saffron}; background-image: linear-gradient(${DAWN.saffron}, ${DAWN.rose}); border-radius: 15px 15px 0 0; font-size: 0">&nbsp;</div>
          <div style="width: 36px; height: 2px; margin: 0 auto; background-color: ${DAWN.plum}; border-radius: 1px; font-size: 0; line-height: 2px">&nbsp;</div>
        </div>
      </td>
      <td style="color: #ffffff; font-size: 20px; font-weight: 700; letter-spacing: -0.01em; line-height: 1.2">${escapeHtml(BRAND.product)}</td>
    </tr>
  </table>`;
}

function letter(mail: MailWording): string {
  const style = `margin:0;color:${LIGHT.ink};font-family:${FONT};font-size:27px;line-height:1.22;font-weight:700;letter-spacing:-0.015em`;
  return [
    row(`<h1 class="heading" style="${style}">${withValues(mail.heading)}</h1>`, { padding: '0 0 14px' }),
    ...mail.paragraphs.map((text) => words(withValues(text))),
    quote(mail),
    actions(mail),
    ...mail.notes.map(note),
    address(mail),
  ].join('');
}

function quote({ quote: text }: MailWording): string {
  if (text === undefined) return '';
  const style = `margin:0;padding:4px 0 4px 18px;border-left:4px solid ${DAWN.saffron}`;
  return row(`<blockquote style="${style}">${paragraph(withValues(text))}</blockquote>`, {
    padding: '4px 0 22px',
  });
}

const note = (text: string) => words(withValues(text), { quiet: true, size: 15, padding: '0 0 10px' });

/**
 * A paragraph with the address of the button as plain text. It comes last and is no link, because a screen reader would otherwise
 * read the whole long address each time it goes through the links.
 */
function address({ action }: MailWording): string {
  if (action === undefined) return '';
  return words(`Button not working? Copy this address:<br><span class="address">${action.link}</span>`, {
    quiet: true,
    size: 15,
    padding: '0 0 10px',
  });
}

const RULE = row(
  `<div style="border-top:solid 1px ${LIGHT.line};font-size:1px;line-height:1px">&nbsp;</div>`,
  { name: 'rule', padding: '14px 0 18px' },
);

function actions({ action, otherAction }: MailWording): string {
  if (action === undefined) return '';
  const other =
    otherAction === undefined
      ? ''
      : words(`Or: <a class="link" href="${otherAction.link}">${escapeHtml(otherAction.label)}</a>`);
  return `${button(action)}${other}${RULE}`;
}

/** A button that can be pressed anywhere in its area. Outlook applies the padding of the cell, other mail clients of the link. */
function button({ label, link, isPlain }: NonNullable<MailWording['action']>): string {
  const { ground, ink } = isPlain
    ? { ground: LIGHT.ink, ink: LIGHT.card }
    : { ground: DAWN.saffron, ink: DAWN.ink };
  const style = `background:${ground};border-radius:14px;color:${ink};display:inline-block;font-family:${FONT};font-size:18px;font-weight:700;line-height:120%;padding:17px 34px;mso-padding-alt:0;text-decoration:none`;
  const cell = `background:${ground};border-radius:14px;mso-padding-alt:17px 34px`;
  return row(
    `<table ${TABLE} style="border-collapse:separate;line-height:100%">
      <tbody><tr><td align="center" bgcolor="${ground}" style="${cell}" valign="middle"><a href="${link}" style="${style}" target="_blank">${escapeHtml(label)}</a></td></tr></tbody>
    </table>`,
    { name: isPlain ? 'button plain' : 'button dawn', padding: '10px 0 22px' },
  );
}

function sender({ reason, leave }: MailWording): string {
  const leaving =
    leave === undefined ? '' : `<br><a class="link" href="${leave.link}">${escapeHtml(leave.label)}</a>`;
  return `${escapeHtml(reason)}${leaving}<br>${escapeHtml([BRAND.company, ADDRESS_LINE].join(', '))}`;
}

/**
 * Runs at build time and in tests. Throws an error that names the mail if a placeholder is unknown or unused, or a value does not
 * fit a subject or a link.
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
    throw new Error(`The subject of the mail ${mail} may contain only values that are one line.`);
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
