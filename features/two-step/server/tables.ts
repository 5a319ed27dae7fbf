import { TWO_STEP_COLUMNS } from '#content/features/two-step-data.ts';
import type { Flag, IsoTime } from '#server/database/schema.ts';
import { endsWithAccess, ofAccount, type TableRules } from '#server/database/tables.ts';

export type SecondStepsTable = {
  user_id: string;
  /** The secret is a JWE, encrypted with AUTH_SECRET. */
  secret: string;
  /** Null until a first code proves that the app has the secret. */
  confirmed_at: IsoTime | null;
  /** The time step of the last used code, in half minutes since 1970. Codes of this or an earlier step are refused. */
  last_used_step: number;
  created_at: IsoTime;
  /** The time from which the app may open the console. In rows of earlier versions, null means one day after `created_at`. */
  opens_console_from: IsoTime | null;
};

export type SignInStepsTable = {
  token_hash: string;
  user_id: string;
  /** The sign-in method of the first step: `password`, `passkey`, or the name of a provider. */
  way: string;
  /** The password's hash, or the id of the passkey or provider account. It must still belong to the account. */
  credential: string | null;
  remember: Flag;
  tries: number;
  expires_at: IsoTime;
};

export const twoStepTables = {
  second_steps: { ...TWO_STEP_COLUMNS.second_steps, ...ofAccount, order: ['user_id'] },
  trusted_browsers: {
    ...TWO_STEP_COLUMNS.trusted_browsers,
    ...ofAccount,
    order: ['created_at', 'id'],
    endsWithAccess,
  },
  sign_in_steps: {
    ...TWO_STEP_COLUMNS.sign_in_steps,
    ...ofAccount,
    order: ['token_hash'],
    endsWithAccess,
  },
} as const satisfies Readonly<Record<string, TableRules>>;

declare module '#features/accounts/server/devices.ts' {
  interface BrowserTables {
    readonly trusted_browsers: true;
  }
}

declare module '#server/database/schema.ts' {
  interface Schema {
    second_steps: SecondStepsTable;
    /** Trusted browsers need no code for a while. A shared browser has one token and a row for each account. */
    trusted_browsers: {
      id: string;
      token_hash: string;
      user_id: string;
      created_at: IsoTime;
      expires_at: IsoTime;
    };
    sign_in_steps: SignInStepsTable;
  }
}
