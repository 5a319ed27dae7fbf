import { type FakeSmtp, startFakeSmtp } from '#server/testing/fake-smtp.ts';

export type MailServer = {
  readonly url: string;
  /** The first group of a pattern in the newest mail to an address. */
  readonly find: (to: string, pattern: RegExp) => string | undefined;
  readonly received: FakeSmtp['received'];
  /** Takes no mail for now: new connections are turned away, and so is what comes over those that there are. */
  readonly refuse: () => void;
  readonly takeAgain: () => void;
  readonly close: () => Promise<void>;
};

/** A mail server that remembers what it took, and can refuse for a while. */
export async function startMailServer(): Promise<MailServer> {
  const { url, received, answers, close } = await startFakeSmtp();
  return {
    url,
    received,
    find: (to, pattern) => {
      const mail = received.findLast((one) => one.to === to);
      return mail === undefined ? undefined : pattern.exec(mail.mail.text ?? '')?.[1];
    },
    refuse: () => {
      answers.greeting = '421 4.3.2 Not now';
      answers.mailFrom = '451 4.3.0 Not now';
    },
    takeAgain: () => {
      delete answers.greeting;
      delete answers.mailFrom;
    },
    close,
  };
}
