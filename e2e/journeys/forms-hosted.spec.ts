import { PAGES } from '#contract/paths.ts';
import { type AnotherSite, startAnotherSite } from '../support/another-site.ts';
import { Mailbox } from '../support/mailbox.ts';
import {
  DESK_ADDRESS,
  expectNothingLost,
  fillIn,
  formOf,
  MESSAGE_FORMS,
  newLetter,
  notificationsOf,
} from '../support/message-forms.ts';
import { refusedLine } from '../support/network-edge.ts';
import { expect, test } from '../support/test.ts';

/**
 * Two sites: one stands in for a hosted form service, the other hands its forms to it by settings alone. Their keys
 * there are crossed, so that nothing works by having the same name.
 */
const HOSTED_KEYS = { contact: 'feedback', feedback: 'contact' } as const;

/** What the service calls its forms. */
const TITLES = { contact: 'Contact', feedback: 'Feedback' } as const;

let service: AnotherSite;
let site: AnotherSite;

test.describe.configure({ mode: 'default' });
test.use({ contextOptions: { reducedMotion: 'reduce' } });
test.beforeAll(async () => {
  service = await startAnotherSite({ FORM_NOTIFY_TO: DESK_ADDRESS });
  site = await startAnotherSite({
    FORM_ENDPOINT: service.origin,
    FORM_CONTACT_KEY: HOSTED_KEYS.contact,
    FORM_FEEDBACK_KEY: HOSTED_KEYS.feedback,
  });
});
test.afterAll(() => Promise.all([service.close(), site.close()]));

for (const { name, path, send, success } of MESSAGE_FORMS) {
  test(`${name} is sent to the service, also from a page that was opened elsewhere`, async ({
    page,
    playwright,
  }) => {
    const letter = newLetter();
    await page.goto(site.origin + PAGES.home);
    await page.getByRole('contentinfo').locator(`a[href="${path}"]`).click();
    await fillIn(formOf(page), letter);
    const [request] = await Promise.all([
      page.waitForRequest((sent) => sent.method() === 'POST' && sent.url().startsWith(service.origin)),
      formOf(page).getByRole('button', { name: send }).click(),
    ]);
    expect(request.url()).toBe(`${service.origin}/f/${HOSTED_KEYS[name]}`);
    await expect(page.getByText(success, { exact: true })).toBeFocused();

    const atService = await playwright.request.newContext({ baseURL: service.origin });
    const [mail] = await notificationsOf(new Mailbox(atService), letter.Email);
    expect(mail?.text).toContain(`Form: ${TITLES[HOSTED_KEYS[name]]}.`);
    await atService.dispose();
  });

  test(`${name} shows what the service refuses, and keeps what was typed`, async ({
    page,
    expectTrouble,
  }) => {
    expectTrouble(refusedLine(422));
    const letter = newLetter({ Email: 'asha@home' });
    await page.goto(site.origin + path);
    const email = formOf(page).getByLabel('Email', { exact: true });
    await fillIn(formOf(page), letter);
    await formOf(page).getByRole('button', { name: send }).click();
    await expect(email).toHaveAccessibleDescription(/^Email \S/);
    await expect(email).toBeFocused();
    await expectNothingLost(formOf(page), letter);
  });

  test(`${name} is posted there without JavaScript`, async ({ browser, playwright, trouble }) => {
    const letter = newLetter();
    const context = await browser.newContext({ javaScriptEnabled: false });
    trouble.watch(context);
    const page = await context.newPage();
    await page.goto(site.origin + path);
    await fillIn(formOf(page), letter);
    await formOf(page).getByRole('button', { name: send }).click();
    // The service's own page: it knows the form by its key.
    await expect(page).toHaveURL(`${service.origin}/${HOSTED_KEYS[name]}/thanks`);
    const atService = await playwright.request.newContext({ baseURL: service.origin });
    expect(await notificationsOf(new Mailbox(atService), letter.Email)).toHaveLength(1);
    await atService.dispose();
    await context.close();
  });
}
