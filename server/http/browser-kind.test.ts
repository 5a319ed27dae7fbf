import { expect, test } from 'vitest';
import { browserKind } from './browser-kind.ts';

const WEBKIT = 'AppleWebKit/537.36 (KHTML, like Gecko)';

test.each([
  ['(X11; Linux x86_64; rv:153.0) Gecko/20100101 Firefox/153.0', 'Firefox on Linux'],
  [`(Windows NT 10.0; Win64) ${WEBKIT} Chrome/140.0.0.0 Safari/537.36 Edg/140.0.0.0`, 'Edge on Windows'],
  [`(Linux; Android 10; K) ${WEBKIT} Chrome/140.0.0.0 Mobile Safari/537.36`, 'Chrome on Android'],
  [`(iPhone; CPU iPhone OS 18_5 like Mac OS X) ${WEBKIT} CriOS/140.0.0.0 Safari/604.1`, 'Chrome on iOS'],
  [`(Macintosh; Intel Mac OS X 10_15_7) ${WEBKIT} Version/18.5 Safari/605.1.15`, 'Safari on macOS'],
  [`(X11; Linux x86_64) ${WEBKIT} HeadlessChrome/141.0.0.0 Safari/537.36`, 'Chrome on Linux'],
  ['<script>alert(1)</script>', 'Another browser on another system'],
  [undefined, 'Another browser on another system'],
])('the User-Agent header “Mozilla/5.0 %s” is described as “%s”', (userAgent, kind) =>
  expect(browserKind(userAgent && `Mozilla/5.0 ${userAgent}`)).toBe(kind),
);
