import { BRAND } from './brand.ts';

const MAIL_IS_LATE = [
  'Give it a few minutes. Some mail servers are slow.',
  'Look in your spam and promotions folders.',
  'Check that the address above is right.',
];

/** Words of the sign-in page. The sentences of this page that docs/product.md prescribes are in `contract/` instead. */
export const AUTH_WORDS = {
  pageTitle: 'Sign in or create an account',
  pageDescription: `Sign in to ${BRAND.product}, create an account with your email address, or reset a forgotten password.`,
  email: 'Email',
  password: 'Password',
  newPassword: 'New password',
  remember: 'Remember this device',
  or: 'or continue with',
  /** Shown when no sign-in provider is set up, and below the buttons when one of the providers is not set up. */
  notSetUp: 'Not set up yet: {providers}',
  needsCookies: 'Signing in needs cookies, and this browser blocks them. Please allow cookies for this site.',
  /** Shown while the server is asked whether the visitor is still signed in. */
  checking: 'One moment…',
  /** Shown until the server has answered whether a mailed link is valid. */
  checkingLink: 'Checking your link…',
  signedIn: 'You’re signed in.',
  sessionEnded: 'You’re no longer signed in here. Please sign in again.',
  resend: 'Resend Verification Email',
  strength: ['Too easy to guess', 'Easy to guess', 'Fair', 'Good', 'Strong'],
  strengthCommon: 'One of the most used passwords. Please choose another one.',
  strengthLabel: 'Password strength',
  /** A hint below the password field, shown until the password is long enough. */
  strengthEmpty: 'At least {min} characters. A few unrelated words work well.',
  signIn: {
    title: 'Welcome Back',
    lead: 'Good to see you again.',
    /** The lead of the sign-in page for visitors on their way to the profile. */
    leadToProfile: 'Sign in to see your profile.',
    /** The lead for visitors who say that they confirmed their address in another browser. */
    leadConfirmed:
      'Not confirmed in this browser yet: open the link in our email first. Confirmed in another one? Use the password you chose there.',
    submit: 'Sign In',
    forgot: 'Forgot Password?',
    /** Shown below the error about a wrong address or password. The button `refusedAction` ends the sentence. */
    refused: 'Check both and try again, or',
    refusedAction: 'choose a new password',
    passkey: 'Sign in with a passkey',
    other: 'New here?',
    otherAction: 'Create an account',
  },
  code: { title: 'Enter your code' },
  create: {
    title: 'Create Account',
    lead: 'An email address and a password. That’s all we ask for.',
    terms: 'By creating an account, you accept our',
    termsLink: 'terms',
    submit: 'Create Account',
    other: 'Already have an account?',
    otherAction: 'Sign in',
  },
  reset: {
    title: 'Reset Password',
    lead: 'Enter your email address, and we’ll send you a link to choose a new password.',
    submit: 'Send Reset Link',
    back: 'Back to Sign In',
    /** `{email}` is replaced by the support address. */
    lost: {
      title: 'Can’t open your mailbox any more?',
      text: 'If another way to sign in still works, use it, and change your address under “Security”. If not, please write to {email} from an address that you can read.',
    },
    asked: {
      address: 'You entered',
      again: 'Try again, or use another address',
      steps: [
        ...MAIL_IS_LATE,
        'An address without a confirmed account gets no email. You can create an account with it.',
      ],
    },
  },
  inbox: {
    title: 'Check your inbox',
    sentTo: 'We’ve sent an email to',
    /** Shown instead of the email address until the page knows the address. */
    yourAddress: 'your address',
    open: 'Open the link in it to confirm that the address is yours.',
    wrong: 'Wrong address?',
    resendNow: 'You can ask for another email now.',
    resendInAMinute: 'You can ask for another email in 1 minute.',
    resendIn: 'You can ask for another email in {minutes} minutes.',
    nothing: 'Didn’t get the email?',
    steps: [...MAIL_IS_LATE, 'If you already have an account, the email tells you how to sign in.'],
    confirmed: 'I’ve confirmed my email',
    confirmedHint: 'Confirmed in another browser? Use the password you chose there.',
  },
  continueWith: 'Continue with',
  waiting:
    'Please continue in the {provider} window. It closes by itself. If you don’t see it, press the button again.',
  aside: {
    title: 'Be here on launch day.',
    text: `${BRAND.product} is still being built. With an account, you can sign in the day it opens. You can delete it at any time.`,
  },
} as const;
