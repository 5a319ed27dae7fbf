import { BRAND } from './brand.ts';

export const PROFILE_WORDS = {
  /** Words around the launch-list field at the end of the profile page. */
  next: {
    title: 'Be the first to know',
    text: `${BRAND.product} isn’t open yet. Everyone on the launch list gets one email, on launch day.`,
    links: [],
  },
  pageTitle: 'Your profile',
  pageDescription: 'Your details, your visits and your account.',
  loading: 'Loading your profile…',
  memberSince: 'Member since',
  edit: 'Edit Profile',
  draftIsBack: 'Your unsaved changes are still here.',
  save: 'Save Changes',
  cancel: 'Cancel',
  security: 'Security',
  yourData: 'Your data',
  deleteAccount: 'Delete Account',
  details: 'Profile Details',
  detailsHint: 'No other visitor can see these.',
  /** Shown until the person changes the name given at sign-up. */
  nameHint: 'Your name is the start of your email address for now. Press “Edit Profile” to give your own.',
  email: 'Email',
  emailHint: 'You sign in with this address. You can change it under Security.',
  /** Labels of the profile fields; the keys are those of `contract/profile-fields.ts`. */
  fields: { name: 'Name', gender: 'Gender', dob: 'Date of Birth', about: 'About' },
  /** A hint for the date of birth, because browsers show a date field in different formats. */
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
    text: 'This removes your profile, your messages and every sign-in at once. If you changed your address, what you sent from the old one while signed out stays, and so does its launch-list entry. This can’t be undone. To confirm, type your name as it appears on your profile, and your password.',
    copy: 'Keep a copy? Download it first:',
    name: 'Your name',
    nameHint: 'Exactly as on your profile:',
    submit: 'Delete Account',
    passkey: 'Continue with a passkey to delete',
    /** Shown for accounts for which a password alone does not confirm a deletion. */
    textWithoutPassword:
      'This removes your profile, your messages and every sign-in at once. If you changed your address, what you sent from the old one while signed out stays, and so does its launch-list entry. This can’t be undone. Type your name as it appears on your profile, then confirm that it’s you.',
    continueWith: 'Continue with {provider} to delete',
    waiting:
      'Please continue in the {provider} window. Your account is deleted once {provider} confirms that it’s you. Press Cancel to stop this.',
    provedBy: '{provider} has confirmed that it’s you. This lasts five minutes.',
    loading: 'Looking up how you sign in…',
    retry: 'Try again',
  },
} as const;
