import { BRAND } from './brand.ts';

/** The words of sign-in, sign-up, verification, reset and profile. Sentences fixed by the spec live in `contract/`. */
export const AUTH_WORDS = {
  pageTitle: 'Sign in or create an account',
  pageDescription: `Sign in to ${BRAND.product}, create an account with your email address, or reset a forgotten password.`,
  email: 'Email',
  password: 'Password',
  newPassword: 'New password',
  remember: 'Remember this device',
  or: 'or continue with',
  needsScript:
    'Signing in needs JavaScript, to keep your password out of web addresses. Please turn it on for this site.',
  signedOutElsewhere: 'You have been signed out in another tab.',
  resend: 'Resend Verification Email',
  strength: ['Very easy to guess', 'Easy to guess', 'Fair', 'Good', 'Strong'],
  strengthLabel: 'Password strength',
  strengthEmpty: 'A few unrelated words make a good password.',
  signIn: {
    title: 'Welcome Back',
    lead: 'Good to see you again.',
    submit: 'Sign In',
    forgot: 'Forgot Password?',
    other: 'New here?',
    otherAction: 'Create an account',
  },
  create: {
    title: 'Create Account',
    lead: 'An email address and a password. That is all we ask for.',
    submit: 'Create Account',
    other: 'Already have an account?',
    otherAction: 'Sign in',
  },
  reset: {
    title: 'Reset Password',
    lead: 'Tell us your email address, and we send you a link to choose a new password.',
    submit: 'Send Reset Link',
    back: 'Back to Sign In',
  },
  continueWith: 'Continue with',
  waiting:
    'Please go on in the window of {provider}. It closes by itself. If you do not see it, press the button again.',
  aside: {
    title: 'Be here when it wakes up.',
    text: `${BRAND.product} is still being built. An account keeps your place, and it is yours to delete at any time.`,
  },
} as const;

export const VERIFY_WORDS = {
  pageTitle: 'Confirm your email',
  pageDescription: 'The last step of creating an account: confirm that the email address is yours.',
  lead: 'Nothing has changed yet: one press says that this address is yours, and your account is ready.',
  submit: 'Confirm my email',
  choose: 'Choose your password',
  signIn: 'Sign In',
  another: 'Get a new link',
  anotherHint: 'Sign in with your email and password; you can then ask for another verification email.',
  noToken: 'This page needs the link from your verification email. Please open that link once more.',
} as const;

export const RESET_WORDS = {
  pageTitle: 'Choose a new password',
  pageDescription: 'Choose a new password for your account.',
  lead: 'Once it is changed, you are signed out everywhere and can sign in with the new one.',
  submit: 'Change my password',
  another: 'Get a new link',
  noToken: 'This page needs the link from your reset email. Please open that link once more.',
} as const;

/** Where a sign-in window of Google or GitHub ends. Most people never see it: it closes by itself. */
export const CALLBACK_WORDS = {
  pageTitle: 'Signing in',
  pageDescription: 'The last step of signing in with Google or GitHub.',
  ended: 'That was all here',
  signedIn: 'You are signed in',
  proved: 'Thank you, that was you',
  goingOn: 'One moment…',
  close: 'You can close this window.',
  closeSignedIn: 'You can close this window and go on in the one you came from.',
  home: 'Go to the home page',
} as const;

export const PROFILE_WORDS = {
  pageTitle: 'Your profile',
  pageDescription: 'Your details, your visits and your account.',
  loading: 'Loading your profile…',
  memberSince: 'Member since',
  edit: 'Edit Profile',
  save: 'Save Changes',
  cancel: 'Cancel',
  signOut: 'Sign Out',
  deleteAccount: 'Delete Account',
  details: 'Profile Details',
  detailsHint: 'Only you can see these.',
  email: 'Email',
  emailHint: 'The email address is how you sign in. It cannot be changed here.',
  /** By the keys of `contract/profile-fields.ts`. */
  fields: { name: 'Name', gender: 'Gender', dob: 'Date of Birth', about: 'About' },
  genders: ['Woman', 'Man', 'Non-binary', 'Prefer not to say'],
  notGiven: 'Not given',
  danger: 'Leaving?',
  dangerHint: 'Deleting your account removes it and everything stored with it, at once and for good.',
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
  deletion: {
    title: 'Delete your account?',
    text: 'This cannot be undone. To confirm, type your name as it stands on your profile, and your password.',
    name: 'Your name',
    nameHint: 'On your profile:',
    password: 'Your password',
    submit: 'Delete Account',
    cancel: 'Cancel',
    textWithoutPassword:
      'This cannot be undone. To confirm, type your name as it stands on your profile, and show once more that it is you.',
    continueWith: 'Continue with {provider} to delete',
    waiting:
      'Please go on in the window of {provider}. Your account is deleted once it has confirmed you. Cancel stops it.',
    provedBy: '{provider} has confirmed that it is you. This counts for five minutes.',
    loading: 'Looking up how you sign in…',
    retry: 'Try again',
  },
} as const;
