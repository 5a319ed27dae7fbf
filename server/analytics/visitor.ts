import type { IncomingHttpHeaders } from 'node:http';
import { isbot } from 'isbot';
import type { Device } from '#contract/analytics.ts';

/** Real browsers send less; a longer header is cut before it is read. Characters. */
const LONGEST_USER_AGENT = 400;

/** What tells browsers apart, as far as it is looked at. */
export function userAgentOf(headers: IncomingHttpHeaders): string {
  return (headers['user-agent'] ?? '').trim().slice(0, LONGEST_USER_AGENT);
}

/**
 * Whether a visitor is counted (decisions §7): not who asks for it by Do Not Track or Global Privacy Control, and no
 * program that says so, or says nothing about itself.
 */
export function isCounted(headers: IncomingHttpHeaders): boolean {
  if (headers.dnt === '1' || headers['sec-gpc'] === '1') return false;
  const userAgent = userAgentOf(headers);
  return userAgent !== '' && !isbot(userAgent);
}

/**
 * The kind of device, by what the browser says of itself. An iPad that asks for desktop pages (as it does unless told
 * otherwise) cannot be told from a Mac, and counts as one.
 */
export function deviceOf(headers: IncomingHttpHeaders): Device {
  const userAgent = userAgentOf(headers);
  if (/iPad|Tablet|PlayBook|Silk(?!.*Mobile)|Kindle/i.test(userAgent)) return 'tablet';
  if (headers['sec-ch-ua-mobile'] === '?1' || /Mobi|iPhone|iPod/i.test(userAgent)) return 'phone';
  // Android tablets are the Androids that do not call themselves mobile.
  return /Android/i.test(userAgent) ? 'tablet' : 'desktop';
}
