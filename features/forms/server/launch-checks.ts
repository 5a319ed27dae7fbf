import { type LaunchCheck, otherHostChecks } from '#server/settings/launch-checks.ts';
import { isSample } from '#server/settings/sample-content.ts';

export const formLaunchChecks: readonly LaunchCheck[] = [
  {
    setting: 'FORM_NOTIFY_TO',
    weight: 'blocks',
    fix: 'set the address that reads them',
    // A hosted form service writes to its own customer.
    problem: ({ FORM_NOTIFY_TO: address, FORM_ENDPOINT }) =>
      FORM_ENDPOINT === undefined &&
      address !== undefined &&
      isSample(address) &&
      `is still the sample ${address}: nobody would hear of contact and feedback messages`,
  },
  ...otherHostChecks(
    'FORM_ENDPOINT',
    'what visitors write',
    'set the address of your form service; leave it out to keep messages on this server',
  ),
  {
    setting: 'FORM_NOTIFY_TO',
    weight: 'advice',
    fix: 'set it when somebody else reads them; nothing to do otherwise',
    problem: ({ FORM_NOTIFY_TO, FORM_ENDPOINT }) =>
      FORM_NOTIFY_TO === undefined &&
      FORM_ENDPOINT === undefined &&
      'is not set: messages of the forms are mailed to the contactEmail of content/brand.ts',
  },
  ...['FORM_CONTACT_KEY', 'FORM_FEEDBACK_KEY'].map(
    (setting): LaunchCheck => ({
      setting,
      weight: 'advice',
      fix: 'set the key of the form there',
      problem: (env) =>
        env.FORM_ENDPOINT !== undefined &&
        env[setting] === undefined &&
        'is not set: hosted form services make keys of their own',
    }),
  ),
];
