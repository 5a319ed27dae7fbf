import { newAddress, PASSWORD } from './people.ts';
import { createAuthenticator } from './software-authenticator.ts';

/** A request body with the fields of every API call. Each call ignores the fields that it does not know. */
export const ANY_BODY = {
  ...{ email: newAddress(), password: PASSWORD, rememberDevice: true, name: 'Asha', token: 'x', id: 'x' },
  ...{ code: '000000', trust: false, proof: 'x', decision: 'keep', provider: 'google', purpose: 'sign-in' },
  ...{
    birthDate: '1990-01-31',
    kind: 'error',
    message: 'x',
    path: '/',
    events: [{ kind: 'view', path: '/' }],
  },
  answer: createAuthenticator().use({ challenge: 'x' }),
};
