import { z } from 'zod';
import type { SocialFlow } from './flow-cookie.ts';

type Press = Pick<SocialFlow, 'event' | 'mode'>;

/** As `SocialStart.event` wants it; without a `~`, which parts what a state is made of. */
export const eventOfPress = z.string().regex(/^[\w-]{8,64}$/);

const press = z.object({ event: eventOfPress, mode: z.enum(['popup', 'redirect']) });

/** The `state` of a request to a provider: whose press it is, and something that only this browser's cookie knows. */
export function createState({ event, mode }: Press, secret: string): string {
  return `${event}~${mode}~${secret}`;
}

/** The press that an answer names, if any. Anybody can write that: use it only to report a failure to that press. */
export function pressIn(state: string): Press | undefined {
  const [event, mode] = state.split('~');
  return press.safeParse({ event, mode }).data;
}
