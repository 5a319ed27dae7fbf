import type { IncomingHttpHeaders } from 'node:http';
import { isbot } from 'isbot';
import type { Device } from '#contract/analytics.ts';
import { LONGEST_USER_AGENT } from '#server/http/browser-kind.ts';

function userAgentOf(headers: IncomingHttpHeaders): string {
  return (headers['user-agent'] ?? '').trim().slice(0, LONGEST_USER_AGENT);
}

/** Whether a visitor is counted (decisions §7): not with Do Not Track or Global Privacy Control, and no robots. */
export function isCounted(headers: IncomingHttpHeaders): boolean {
  if (headers.dnt === '1' || headers['sec-gpc'] === '1') return false;
  const userAgent = userAgentOf(headers);
  return userAgent !== '' && !isbot(userAgent);
}

/** The kind of device. An iPad that asks for desktop pages, as it does by default, counts as a desktop. */
export function deviceOf(headers: IncomingHttpHeaders): Device {
  const userAgent = userAgentOf(headers);
  if (/iPad|Tablet|PlayBook|Silk(?!.*Mobile)|Kindle/i.test(userAgent)) return 'tablet';
  if (headers['sec-ch-ua-mobile'] === '?1' || /Mobi|iPhone|iPod/i.test(userAgent)) return 'phone';
  // Android tablets are the Androids that do not call themselves mobile.
  return /Android/i.test(userAgent) ? 'tablet' : 'desktop';
}
