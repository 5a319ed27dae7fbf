import { expect, test } from 'vitest';
import { withModulesAfterPaint } from './modules-after-paint.ts';

test('modules and their preloads wait, everything else stays', () => {
  const rest =
    '<script>theme()</script><link rel="stylesheet" href="/a.css"/><script type="application/json">{}</script>';
  expect(
    withModulesAfterPaint(
      `${rest}<link rel="modulepreload" href="/a.js"/><script type="module" async="">import "/a.js"</script>`,
    ),
  ).toBe(
    `${rest}<link rel="modulepreload-later" href="/a.js"/><script type="module-later" async="">import "/a.js"</script>`,
  );
});
