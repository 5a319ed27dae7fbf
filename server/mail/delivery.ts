import type { AppDeps } from '#server/feature.ts';

/** A finished mail on its way to a mail server. */
export type OutgoingMail = {
  readonly id: string;
  readonly to: string;
  /** Where an answer goes, when not to the sender. Left out of the mail when it is not one plain address. */
  readonly replyTo: string | undefined;
  /** Of a mail to a list: what a POST to removes the address from it (RFC 8058). */
  readonly leaveLink?: string | undefined;
  readonly subject: string;
  readonly text: string;
  readonly html: string;
  /** When it was stored: the mail's Date, the same on every try. */
  readonly createdAt: Date;
};

/** `reason` is for the operator: what the server said, without addresses. */
export type DeliveryResult =
  | {
      readonly kind: 'sent';
      /** What the server said to it. */
      readonly reply?: string;
    }
  /** The server refuses this recipient or this mail for good: the only answer that ends the tries. */
  | { readonly kind: 'refused'; readonly reason: string }
  | { readonly kind: 'temporary'; readonly reason: string };

/** The bodies of a mail that is stored without; undefined when what it tells of is gone, and for any other mail. */
export type MakeBodies = (id: string) => Promise<Pick<OutgoingMail, 'text' | 'html'> | undefined>;

/** Hands one mail to a mail server. Must settle within bounded time; a rejection counts as temporary. */
export type Deliver = (mail: OutgoingMail) => Promise<DeliveryResult>;

/** How many mails one process hands over at a time. */
export const MAILS_AT_ONCE = 5;

/** Writes what mails say that are stored without a text, by whichever feature stored them. */
export function makeBodiesOf(deps: AppDeps): MakeBodies {
  const makers = deps.features.flatMap(({ mailBodies }) => mailBodies?.(deps) ?? []);
  return async (id) => {
    for (const make of makers) {
      const bodies = await make(id);
      if (bodies !== undefined) return bodies;
    }
    return undefined;
  };
}
