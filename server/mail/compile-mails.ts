import mjml2html from 'mjml';
import { ADDRESS_LINE, BRAND } from '#content/brand.ts';
import { MAILS } from '#content/features.ts';
import type { Mail, MailValueKind, MailWording } from '#content/mails.ts';
import { SITE_LANGUAGE } from '#contract/language.ts';
import { escapeHtml } from '#server/html/html.ts';
import { siteColour } from '#server/html/site-colours.ts';
import { type MailContent, type MailTemplates, PLACEHOLDER } from './templates.ts';

/**
 * Compiles the wording of all mails into templates, at build time and in tests. Throws, naming the mail, on
 * unknown placeholders, on values that do not fit a subject or a link, and on invalid MJML.
 */
export async function compileMails(mails: readonly Mail[] = MAILS): Promise<MailTemplates> {
  return Object.fromEntries(
    await Promise.all(mails.map(async (mail) => [mail.name, await compileMail(mail)])),
  );
}

async function compileMail({ name, values, wording }: Mail): Promise<MailContent> {
  requireKnownPlaceholders(name, values, wording);
  const { html, errors } = await mjml2html(mailLayout(wording), {
    validationLevel: 'soft',
    keepComments: false,
    fonts: {},
    ignoreIncludes: true,
  });
  if (errors.length > 0) {
    throw new Error(
      `The mail ${name} is not valid MJML:\n  ${errors.map((e) => e.formattedMessage).join('\n  ')}`,
    );
  }
  // Each stored mail contains this HTML, so indentation is removed.
  const slim = html
    .replace(/\n\s*/g, '\n')
    .replace(/\n{2,}/g, '\n')
    .trim();
  return { subject: wording.subject, text: plainText(wording), html: slim };
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

/**
 * The MJML layout of all mails, for widths from 320 px. It loads no pictures, fonts or trackers. Placeholders such as
 * `{link}` stay.
 */
function mailLayout(mail: MailWording): string {
  return `<mjml lang="${SITE_LANGUAGE}" dir="ltr">
  <mj-head>
    <mj-title>${escapeHtml(mail.subject)}</mj-title>
    <mj-preview>${escapeHtml(mail.preview)}</mj-preview>
    <mj-raw>
      <meta name="color-scheme" content="light dark">
      <meta name="supported-color-schemes" content="light dark">
    </mj-raw>
    <mj-attributes>
      <mj-all font-family="Inter, -apple-system, 'Segoe UI', Roboto, Helvetica, Arial, sans-serif" />
      <mj-text color="${LIGHT.ink}" font-size="17px" line-height="1.6" padding="0 0 16px" />
      <mj-section padding="0" />
    </mj-attributes>
    <mj-style>${STYLE}</mj-style>
  </mj-head>
  <mj-body width="600px" background-color="${LIGHT.ground}" css-class="ground">
    <mj-section padding="24px 0 0" />
    <mj-section css-class="sky" background-color="${DAWN.indigo}" border-radius="20px 20px 0 0" padding="28px 32px 26px">
      <mj-column>${mark()}</mj-column>
    </mj-section>
    <mj-section css-class="card" background-color="${LIGHT.card}" border-radius="0 0 20px 20px" padding="36px 32px 20px">
      <mj-column>
        <mj-text padding="0 0 14px"><h1 class="heading" style="margin: 0; font-size: 27px; line-height: 1.22; font-weight: 700; letter-spacing: -0.015em">${withValues(mail.heading)}</h1></mj-text>
        ${mail.paragraphs.map((text) => `<mj-text>${withValues(text)}</mj-text>`).join('\n        ')}
        ${quote(mail)}
        ${actions(mail)}
        ${mail.notes.map((text) => `<mj-text css-class="quiet" color="${LIGHT.quiet}" font-size="15px" padding="0 0 10px">${withValues(text)}</mj-text>`).join('\n        ')}
      </mj-column>
    </mj-section>
    <mj-section padding="22px 32px 40px">
      <mj-column>
        <mj-text css-class="quiet" color="${LIGHT.quiet}" font-size="13px" padding="0" align="center">
          ${escapeHtml(mail.reason)}${leaving(mail)}<br>${escapeHtml([BRAND.company, ADDRESS_LINE].join(', '))}
        </mj-text>
      </mj-column>
    </mj-section>
  </mj-body>
</mjml>`;
}

/** Isolates the text direction of each value, so that a name in Hebrew does not reverse the text around it. */
function withValues(text: string): string {
  const element = text.startsWith('{') && text.endsWith('}') ? 'div' : 'span';
  return escapeHtml(text).replace(PLACEHOLDER, `<${element} dir="auto">$&</${element}>`);
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

const STYLE = `
  .sky, .sky > table { background-image: linear-gradient(110deg, ${DAWN.indigo}, ${DAWN.plum} 40%, ${DAWN.rose} 70%, ${DAWN.saffron} 87%, ${DAWN.marigold}) !important; }
  .button td { background-image: linear-gradient(100deg, ${DAWN.rose}, ${DAWN.saffron} 55%, ${DAWN.marigold}) !important; }
  .button a { background: transparent !important; }
  .link { color: ${LIGHT.link}; text-decoration: underline; }
  .address { word-break: break-all; overflow-wrap: anywhere; }
  @media (prefers-color-scheme: dark) {
    body, .ground, .ground > div { background-color: ${DARK.ground} !important; }
    .card, .card > table { background-color: ${DARK.card} !important; background-image: none !important; }
    .card div, .heading { color: ${DARK.ink} !important; }
    .quiet div { color: ${DARK.quiet} !important; }
    .link, .quiet .link { color: ${DARK.link} !important; }
    .rule p { border-top-color: ${DARK.line} !important; }
  }
  @media (max-width: 480px) {
    .sky > table > tbody > tr > td { padding: 22px 22px 20px !important; }
    .card > table > tbody > tr > td { padding: 28px 22px 14px !important; }
    .heading { font-size: 24px !important; }
    .button table { width: 100% !important; }
    .button a { display: block !important; }
  }
`;

/** The logo, a half-sun inside a speech bubble, drawn with boxes because mails load no pictures; and the name. */
function mark(): string {
  return `<mj-table padding="0" cellpadding="0" role="presentation" color="#ffffff">
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
        </mj-table>`;
}

function leaving({ leave }: MailWording): string {
  return leave === undefined ? '' : `<br><a class="link" href="${leave.link}">${escapeHtml(leave.label)}</a>`;
}

function quote({ quote: words }: MailWording): string {
  if (words === undefined) return '';
  return `<mj-text padding="4px 0 22px"><blockquote style="margin: 0; padding: 4px 0 4px 18px; border-left: 4px solid ${DAWN.saffron}">${withValues(words)}</blockquote></mj-text>`;
}

function actions({ action, otherAction, notes }: MailWording): string {
  if (action === undefined) return '';
  const button = `<mj-button css-class="button" href="${action.link}" background-color="${DAWN.saffron}" color="${DAWN.ink}" font-size="18px" font-weight="700" border-radius="14px" inner-padding="17px 34px" align="left" padding="10px 0 22px">${escapeHtml(action.label)}</mj-button>`;
  const other =
    otherAction === undefined
      ? ''
      : `<mj-text>Or: <a class="link" href="${otherAction.link}">${escapeHtml(otherAction.label)}</a></mj-text>`;
  const asText = `<mj-text css-class="quiet" color="${LIGHT.quiet}" font-size="15px" padding="0 0 6px">If the button doesn’t work, copy this address into your browser:<br><a class="link address" href="${action.link}">${action.link}</a></mj-text>`;
  if (notes.length === 0) return `${button}${other}${asText}`;
  const rule = `<mj-divider css-class="rule" border-width="1px" border-color="${LIGHT.line}" padding="14px 0 18px" />`;
  return `${button}${other}${asText}${rule}`;
}
