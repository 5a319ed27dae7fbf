import { PAGES } from '#content/page-paths.ts';
import { expect, test } from '#e2e/support/test.ts';

test('an announcement that the server added to the page stays visible after hydration and on the next page', async ({
  page,
}) => {
  await page.route('**/*', async (route) => {
    const answer = route.request().resourceType() === 'document' ? await route.fetch() : undefined;
    if (answer === undefined) return route.continue();
    const body = (await answer.text()).replace(
      '<body>',
      '<body><aside class="announcement">Back at five</aside>',
    );
    return route.fulfill({ response: answer, body });
  });
  const line = page.getByText('Back at five');
  await page.goto(PAGES.home);
  await expect(line).toBeVisible();
  await page.getByRole('navigation').first().getByRole('link', { name: 'About', exact: true }).click();
  await expect(page).toHaveURL(PAGES.about);
  await expect(line).toBeVisible();
});
