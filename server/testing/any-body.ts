import { newAddress, PASSWORD } from './people.ts';
import { createAuthenticator } from './software-authenticator.ts';

/** What one call of the pages or another takes, valid for none in all: each drops what is not its own. */
export const ANY_BODY = {
  ...{ email: newAddress(), password: PASSWORD, rememberDevice: true, name: 'Asha', token: 'x', id: 'x' },
  ...{ code: '000000', trust: false, proof: 'x', decision: 'keep', provider: 'google', purpose: 'sign-in' },
  ...{
    birthDate: '1990-01-31',
    events: [{ kind: 'view', path: '/' }],
    kind: 'error',
    message: 'x',
    path: '/',
  },
  answer: createAuthenticator().use({ challenge: 'x' }),
};
