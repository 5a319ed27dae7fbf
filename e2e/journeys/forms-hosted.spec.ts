import { FORM_TITLES } from '#content/form-service.ts';
import { PAGES } from '#content/page-paths.ts';
import {
  expectSent,
  fillIn,
  MESSAGE_FORMS,
  newLetter,
  notificationsOf,
  send,
} from '#e2e/support/message-forms.ts';
import { expect, onSiteWith, test } from '#e2e/support/test.ts';

/**
 * The main site acts as a hosted form service, to which another site sends its forms. The two form keys are swapped, so that a
 * form sent by its own name instead of its key would arrive at the wrong form.
 */
const HOSTED_KEYS = { contact: 'feedback', feedback: 'contact' } as const;

const KEYS = { FORM_CONTACT_KEY: HOSTED_KEYS.contact, FORM_FEEDBACK_KEY: HOSTED_KEYS.feedback };

test.use(onSiteWith(async (mainSite) => ({ settings: { FORM_ENDPOINT: mainSite, ...KEYS } })));

test('a feedback form opened from another page is sent to the hosted form service', async ({
  page,
  playwright,
}, { project }) => {
  const service = project.use.baseURL ?? '';
  const [, form] = MESSAGE_FORMS;
  const letter = newLetter();
  await page.goto(PAGES.home);
  await page.getByRole('contentinfo').locator(`a[href="${form.path}"]`).click();
  await fillIn(page, letter);
  const [request] = await Promise.all([
    page.waitForRequest((sent) => sent.method() === 'POST' && sent.url().startsWith(service)),
    send(page, form),
  ]);
  expect(request.url()).toBe(`${service}/f/${HOSTED_KEYS[form.name]}`);
  await expectSent(page, form);
  const atService = await playwright.request.newContext({ baseURL: service });
  const [mail] = await notificationsOf({ request: atService }, letter.email);
  expect(mail?.text).toContain(FORM_TITLES[HOSTED_KEYS[form.name]]);
  await atService.dispose();
});
