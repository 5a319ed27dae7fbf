import { FORM_SERVICE_PAGE } from '#content/form-service.ts';
import { type AnotherSite, startAnotherSite } from '../support/another-site.ts';
import {
  expectNothingLost,
  fillIn,
  formOf,
  MESSAGE_FORMS,
  newLetter,
  postFrom,
} from '../support/message-forms.ts';
import { refusedLine } from '../support/network-edge.ts';
import { expect, test } from '../support/test.ts';

/** Five a minute from one address (decisions §10), over both forms. */
const A_MINUTE = 5;

let site: AnotherSite;

test.use({ contextOptions: { reducedMotion: 'reduce' } });
test.beforeEach(async () => {
  site = await startAnotherSite({ RATE_LIMIT_SCALE: '1' });
});
test.afterEach(() => site.close());

for (const { name, path, action, send } of MESSAGE_FORMS) {
  for (const javaScriptEnabled of [true, false]) {
    test.describe(`${name}, ${javaScriptEnabled ? 'with' : 'without'} JavaScript`, () => {
      test.use({ javaScriptEnabled });

      test('whoever sends too much is asked to wait, and loses nothing', async ({
        page,
        newVisitor,
        expectTrouble,
      }) => {
        expectTrouble(refusedLine(429));
        const visitor = await newVisitor();
        await visitor.goto(site.origin);
        for (let count = 0; count < A_MINUTE; count += 1) {
          expect(await postFrom(visitor, action, newLetter())).toBe(200);
        }
        const letter = newLetter();
        await page.goto(site.origin + path);
        await fillIn(formOf(page), letter);
        await formOf(page).getByRole('button', { name: send }).click();
        await expect(page.getByRole('main')).toContainText(/Too many tries\. Please wait .+ and try again\./);
        if (!javaScriptEnabled) {
          const lead = FORM_SERVICE_PAGE.wait.replace('{send}', send);
          await expect(page.getByText(lead)).toBeVisible();
        }
        await expectNothingLost(formOf(page), letter);
      });
    });
  }
}
