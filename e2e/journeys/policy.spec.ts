import { PAGES } from '#content/page-paths.ts';
import { expect, test } from '#e2e/support/test.ts';

/** The Content Security Policy (docs/decisions/0032). A violation by the site's own code is logged, which fails any test. */
test('[V1.2.3] text injected into a page cannot run as a script', async ({ page, expectTrouble }) => {
  expectTrouble("This document requires 'TrustedHTML' assignment");
  expectTrouble("This document requires 'TrustedScriptURL' assignment");
  expectTrouble("This document requires 'TrustedScript' assignment");
  expectTrouble("Creating a TrustedTypePolicy named 'evil' violates");
  await page.goto(PAGES.about);
  // Waits for the scripts, which make the site's Trusted Types policies. Until then, no text at all is accepted as markup.
  await page.waitForFunction(() => '__reactRouterRouteModules' in window);
  const tried = await page.evaluate(() => {
    const element = document.body.appendChild(document.createElement('div'));
    const attempts: Readonly<Record<string, () => unknown>> = {
      markup: () => {
        element.innerHTML = '<img src=x onerror="window.ran = true">';
      },
      'a script from elsewhere': () => {
        document.createElement('script').src = 'https://evil.example/a.js';
      },
      'the text of a script': () => {
        document.createElement('script').text = 'window.ran = true';
      },
      'a handler': () => element.setAttribute('onclick', 'window.ran = true'),
      'a frame': () => {
        document.createElement('iframe').srcdoc = '<script>parent.ran = true</script>';
      },
      'another policy': () => Reflect.get(window, 'trustedTypes').createPolicy('evil', {}),
      // Text without a tag is allowed, because it is harmless and React needs to set it.
      'text without a tag': () => {
        element.innerHTML = 'window.ran = true';
      },
    };
    return Object.entries(attempts)
      .filter(([, attempt]) => {
        try {
          attempt();
          return true;
        } catch {
          return false;
        }
      })
      .map(([name]) => name);
  });
  expect(tried).toEqual(['text without a tag']);
  expect(await page.evaluate(() => 'ran' in window)).toBe(false);
});

test('[A-46] a script file that was changed in transit does not run', async ({ page, expectTrouble }) => {
  expectTrouble("Failed to find a valid digest in the 'integrity' attribute");
  await page.route(/\/assets\/about-[^/]*\.js$/, async (route) => {
    const answer = await route.fetch();
    await route.fulfill({ response: answer, body: `${await answer.text()};window.ran = true` });
  });
  const refused = page.waitForEvent('console');
  await page.goto(PAGES.about);
  await refused;
  expect(await page.evaluate(() => 'ran' in window)).toBe(false);
});
