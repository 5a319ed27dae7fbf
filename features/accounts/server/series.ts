import { counter } from '#server/metrics/series.ts';

export const SIGN_UPS = counter(
  'site_sign_ups_total',
  'Sign-ups taken, alike whether or not the address had an account.',
  {},
);

/** Each feature counts those by its own ways. */
export const signInsBy = <const W extends string>(...way: readonly W[]) =>
  counter(
    'site_sign_ins_total',
    'Answers to somebody who wants to sign in. code-needed: the second step comes. refused: wrong password, passkey or code, or the provider or the person said no.',
    { way, outcome: ['signed-in', 'code-needed', 'refused', 'unverified', 'failed'] },
  );

export const PASSWORD_SIGN_INS = signInsBy('password');

export const VERIFICATIONS = counter(
  'site_verifications_total',
  'Confirmations of an address by a mailed link, and links mailed again.',
  { outcome: ['confirmed', 'password-needed', 'link-not-valid', 'sent-again'] },
);

export const PASSWORD_RESETS = counter(
  'site_password_resets_total',
  'Resets asked for (alike whether or not the address has an account), done, and tried with a bad link.',
  { outcome: ['asked', 'changed', 'link-not-valid'] },
);

export const ACCOUNT_DELETIONS = counter(
  'site_account_deletions_total',
  'Accounts deleted by their owners.',
  {},
);
