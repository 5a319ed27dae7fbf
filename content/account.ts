import { BRAND } from './brand.ts';

const MAIL_IS_LATE = [
  'Give it a few minutes. Some mail servers are slow.',
  'Look in your spam and promotions folders.',
  'Check that the address above is right.',
];

/** The words of sign-in, sign-up, verification, reset and profile. Sentences fixed by the spec live in `contract/`. */
export const AUTH_WORDS = {
  pageTitle: 'Sign in or create an account',
  pageDescription: `Sign in to ${BRAND.product}, create an account with your email address, or reset a forgotten password.`,
  email: 'Email',
  password: 'Password',
  newPassword: 'New password',
  remember: 'Remember this device',
  or: 'or continue with',
  /** In its place where the site has credentials for neither, and below the buttons where one is missing. */
  notSetUp: 'Not set up yet: {providers}',
  needsScript:
    'Signing in needs JavaScript, to keep your password out of web addresses. Please turn it on for this site.',
  needsCookies: 'Signing in needs cookies, and this browser blocks them. Please allow cookies for this site.',
  signedOutElsewhere: 'You’ve been signed out in another tab.',
  resend: 'Resend Verification Email',
  strength: ['Very easy to guess', 'Easy to guess', 'Fair', 'Good', 'Strong'],
  strengthCommon: 'One of the most used passwords',
  strengthLabel: 'Password strength',
  /** Until the password has as many. */
  strengthEmpty: 'At least {min} characters. A few unrelated words work well.',
  signIn: {
    title: 'Welcome Back',
    lead: 'Good to see you again.',
    /** In its place for who was on the way to the profile. */
    leadToProfile: 'Sign in to see your profile.',
    /** In its place for who says that they confirmed their address elsewhere. */
    leadConfirmed: 'Sign in with the password you chose when you confirmed.',
    submit: 'Sign In',
    forgot: 'Forgot Password?',
    /** Below the server's answer to a wrong address or password; its end is a button. */
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
    /** Before an address that differs by one letter from the one that was typed. */
    didYouMean: 'Did you mean',
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
    /** Below the server's answer, in place of the form. */
    asked: {
      address: 'You entered',
      again: 'Try again, or use another address',
      steps: [
        ...MAIL_IS_LATE,
        'No email comes to an address without a confirmed account. You can create one.',
      ],
    },
  },
  inbox: {
    title: 'Check your inbox',
    sentTo: 'We’ve sent an email to',
    /** Until the address is known. */
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

export const VERIFY_WORDS = {
  pageTitle: 'Confirm your email',
  pageDescription: 'The last step of creating an account: confirm that the email address is yours.',
  lead: 'Confirm this is your email and your account is ready.',
  submit: 'Confirm my email',
  /** Where the browser isn’t known to be the one that signed up. */
  oneMoreStep: 'One more step: choose your password',
  oneMoreStepLead:
    'To be sure that it’s you, please choose your password here: the same as before, or a new one.',
  choose: 'Your password',
  /** Shown on the page that comes next, to who is signed in by confirming. */
  done: 'Your email is confirmed. Welcome!',
  /** Until the server has said what the link is for. */
  checking: 'Checking your link…',
  another: 'Go to sign in',
  again: 'Create your account again',
  anotherHint:
    'If you’ve already confirmed your email, just sign in. To get a new email, create your account again with the same address.',
  /** The heading above a link that no longer works. */
  deadTitle: 'Already confirmed?',
  /** In their place for who is signed in; the first only where there is a link. */
  unusable: 'This link has been used or has expired.',
  signedIn: 'You’re signed in as {email}.',
} as const;

export const RESET_WORDS = {
  pageTitle: 'Choose a new password',
  pageDescription: 'Choose a new password for your account.',
  lead: 'Changing it signs you out on every other device.',
  submit: 'Change my password',
  code: 'Code from your app, or a recovery code',
  codeMissing: 'Enter a code from your app, or one of your recovery codes.',
  lost: {
    title: 'Lost all of them?',
    text: 'Please write to {email}. With two proofs that it’s you, we turn off what you’ve lost, a day after we’ve told you by email.',
  },
  another: 'Get a new link',
} as const;

/** Where a sign-in window of Google or GitHub ends. Most people never see it: it closes by itself. */
export const CALLBACK_WORDS = {
  pageTitle: 'Signing in',
  pageDescription: 'The last step of signing in with Google or GitHub.',
  ended: 'All done',
  signedIn: 'You’re signed in',
  proved: 'Thank you for confirming',
  goingOn: 'One moment…',
  close: 'You can close this window.',
  closeSignedIn: 'You can close this window and continue in the one you came from.',
  home: 'Go to the home page',
} as const;

export const PROFILE_WORDS = {
  /** At the end of the page: the field for the launch list. */
  next: {
    title: 'Be the first to know',
    text: `${BRAND.product} isn’t open yet. Leave your email, and we’ll write to you once, on launch day.`,
    links: [],
  },
  pageTitle: 'Your profile',
  pageDescription: 'Your details, your visits and your account.',
  loading: 'Loading your profile…',
  memberSince: 'Member since',
  edit: 'Edit Profile',
  save: 'Save Changes',
  cancel: 'Cancel',
  signOut: 'Sign Out',
  security: 'Security',
  yourData: 'Your data',
  deleteAccount: 'Delete Account',
  details: 'Profile Details',
  detailsHint: 'No other visitor can see these.',
  /** While the name still is what a new account begins with. */
  nameHint: 'Your name is the start of your email address for now. Press “Edit Profile” to give your own.',
  email: 'Email',
  emailHint: 'You sign in with this address. You can change it under Security.',
  /** By the keys of `contract/profile-fields.ts`. */
  fields: { name: 'Name', gender: 'Gender', dob: 'Date of Birth', about: 'About' },
  /** The browser decides how its date field looks. */
  dobHint: 'Enter it in the order shown in the box.',
  genders: ['Woman', 'Man', 'Non-binary', 'Prefer not to say'],
  notGiven: 'Not given',
  stats: {
    title: 'Your time here',
    hint: 'Counted in this browser only.',
    timeSpent: 'Time Spent',
    start: 'Start Tracking',
    stop: 'Stop Tracking',
    tracking: 'Counting now',
    visits: 'Total Visits',
    updated: 'Last Update on Profile information',
  },
  unsaved: {
    title: 'Leave without saving?',
    text: 'You have unsaved changes to your profile.',
    stay: 'Keep editing',
    leave: 'Leave without saving',
  },
  deletion: {
    title: 'Delete your account?',
    text: 'This can’t be undone. To confirm, type your name as it appears on your profile, and your password.',
    name: 'Your name',
    nameHint: 'On your profile:',
    submit: 'Delete Account',
    passkey: 'Continue with a passkey',
    /** Where something else than the password alone confirms it. */
    textWithoutPassword:
      'This can’t be undone. To confirm, type your name as it appears on your profile, and confirm again that it’s you.',
    continueWith: 'Continue with {provider} to delete',
    waiting:
      'Please continue in the {provider} window. Your account is deleted once it confirms that it’s you. Cancel stops it.',
    provedBy: '{provider} has confirmed that it’s you. This lasts five minutes.',
    loading: 'Looking up how you sign in…',
    retry: 'Try again',
  },
} as const;
