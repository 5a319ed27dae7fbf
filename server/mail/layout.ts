import { ADDRESS_LINE, BRAND } from '#content/brand.ts';
import type { MailWording } from '#content/mails.ts';
import { escapeHtml } from './escape.ts';
import { siteColour } from './site-colours.ts';
import { PLACEHOLDER } from './templates.ts';

/**
 * The layout of all mails, as MJML, down to 320 px. It loads nothing: no pictures, no fonts, no tracking. Placeholders such as `{link}` stay.
 */
export function mailLayout(mail: MailWording): string {
  return `<mjml lang="en" dir="ltr">
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

/** Values are what people wrote: each in its own direction, so that a name in Hebrew turns nothing around it. */
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

/** A half-sun rising inside a speech bubble, drawn with boxes so that no picture has to be fetched, and the name. */
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
  // Parts the notes from the link.
  if (notes.length === 0) return `${button}${other}${asText}`;
  const rule = `<mj-divider css-class="rule" border-width="1px" border-color="${LIGHT.line}" padding="14px 0 18px" />`;
  return `${button}${other}${asText}${rule}`;
}
