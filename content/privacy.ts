import { BRAND } from './brand.ts';
import type { LegalCard } from './legal.ts';

/**
 * The privacy page (spec §2). What it says of this site is what the software does: change the two together
 * (decisions §3 to §7; `server/retention/rules.ts`, `server/accounts/delete-user.ts`, `server/analytics/`). With a form
 * service of another company (`FORM_ENDPOINT`), name that company under User Interactions and Cloud Infrastructure. The
 * sentences about Stripe hold with and without its keys; with a price of your own (`content/forms.ts`) nothing here
 * changes.
 */
export const PRIVACY = {
  title: 'What you tell us stays small',
  subtitle:
    'A company that collects little has little to lose, and nothing to sell. This is what we keep, for how long, and who can reach it.',
  updated: `Last Updated: ${BRAND.policyDate}`,
  questions: { before: 'A question about any of this? Write to', after: 'and a person answers.' },
} as const;

export const PRIVACY_CARDS: readonly LegalCard[] = [
  {
    id: 'user-interactions',
    title: 'User Interactions',
    icon: 'conversation',
    gist: 'Conversations are yours. The assistant is being built so that they stay that way.',
    content: [
      `${BRAND.product} is not open yet, so there is no conversation to store. Secure AI means three things to us, and it opens only with all of them: your words travel encrypted, what you ask is used to answer you and for nothing else, and you can delete it.`,
      'On this site you can write to us through the contact and feedback forms. We keep the name, the email address and the message that you send, and mail them to the few of us who answer. They come to our own server, and to no form service of another company.',
      'Where the contact form offers a payment by card, nothing of it is loaded until you open that part. Then the card field comes from Stripe, a payment company. Stripe gets your card details, your name and your email address, and tells us whether the payment went through. We keep the amount and the number that Stripe gave the payment, and never see the card number. A message whose payment did not come is removed after a day.',
      'If you were signed in, the message also belongs to your account, and stays until you delete that. A message that came from nobody who was signed in is removed after two years. What our trap for robots caught is removed after 30 days. If you want a message or its mailed copy gone before, write to us, and we delete it by hand.',
      'The help panel in the corner is a set of texts and links. It does not listen, and nothing you do in it is sent anywhere.',
    ],
  },
  {
    id: 'data-collection',
    title: 'Data Collection',
    icon: 'notebook',
    gist: 'As little as the site can work with, and no profile of you.',
    content: [
      'An account needs an email address and a password. Your name begins as the part of the address before the @. Gender, date of birth and a few lines about you are yours to fill in, or to leave empty.',
      [
        'With the account we keep when it was made and last changed, when and how often you signed in, whether your address is confirmed, and how many confirmation emails we sent.',
        'With each sign-in we keep the kind of browser it came from, for as long as that sign-in lasts. We do not keep your IP address.',
        'Time spent and total visits, which your profile shows, are counted in your own browser and stay there.',
        'Page views are counted without cookies, without click ids and without IP addresses, as sums per day and page. How fast a page loaded and answered is added up in the same way. To count a visitor once, a random key is used that we destroy every day. Browsers that send Do Not Track or Global Privacy Control are not counted.',
      ],
      'If you choose to continue with Google or GitHub, we receive your name and your confirmed email address from them, and they learn that you signed in here. What they send to prove it is not kept. Apart from the card field, if you open it, our pages load nothing from other companies: no outside fonts, scripts or advertising. We do not sell or rent personal data.',
    ],
  },
  {
    id: 'technical-safeguards',
    title: 'Technical Safeguards',
    icon: 'lock',
    gist: 'Encryption on the way, hashes where a secret need not be read again, and monitoring that leaves you out.',
    content: [
      [
        'The public site is served over HTTPS, so what travels between you and us is encrypted.',
        'Passwords are kept only as argon2id hashes. We cannot read yours, and could not tell it to anyone.',
        'Links that we mail work once: to confirm an address within 24 hours, to set a new password within one hour. We keep only their hashes.',
        'A sign-in lives in a cookie that scripts cannot read. It ends with the browser, or 30 days after the last use if you asked us to remember the device. A new password ends every sign-in, everywhere.',
        'Sign-up, sign-in and password reset answer alike whether or not an address has an account, so nobody can find out by trying.',
      ],
      'We monitor the health of the server, its errors and its speed, and slow down whoever tries passwords in bulk. The log names the kind of page that was asked for, not the person who asked.',
    ],
  },
  {
    id: 'cloud-infrastructure',
    title: 'Cloud Infrastructure',
    icon: 'server',
    gist: 'One program and one database, under our own control.',
    content: [
      'Pages, accounts, forms and statistics come from the same server, which we run ourselves. No copy of the database is handed on. Emails leave through a mail server, which has to know your address in order to deliver them.',
      [
        'An account whose address is never confirmed is removed after 7 days.',
        'With each confirmation email we keep a fingerprint of the network it was asked from, for an hour or two, so that nobody can use up the emails meant for you.',
        'Once an email is delivered, we erase its text. What we keep is a note that it was sent, for 30 days or until the account goes. An email that could not be delivered is removed 30 days after the last try.',
        'When you delete your account, the account, your details, every sign-in, the messages you sent while signed in and the emails still waiting for you are removed in the same moment, in one step. There is no waiting period and no way back. One last email tells you that it is done.',
      ],
    ],
  },
  {
    id: 'legal-compliance',
    title: 'Legal Compliance',
    icon: 'scales',
    gist: 'The rights of the GDPR and the CCPA, for everyone, wherever you live.',
    content: [
      'We handle personal data in compliance with the GDPR of the European Union and the CCPA of California, and we give the rights of both to everybody.',
      [
        'See what we have: your profile shows the details you gave, and we send you the rest when you ask.',
        'Correct it: your name and details can be edited in the profile.',
        'Delete it: in the profile, at any time, without giving a reason.',
        'Take it with you, or object to a use: write to us. We answer within 30 days, and exercising a right never costs you anything or makes the service worse.',
      ],
      'We use account data to run your account, which is our agreement with you, and messages to answer them. If you think that we are wrong, you may also complain to the data protection authority where you live.',
    ],
  },
  {
    id: 'team-access',
    title: 'Team Access',
    icon: 'key',
    gist: 'Few people, each with the access that the work needs, and a line in the log.',
    content: [
      'Access is role-based. Whoever answers messages sees messages; only the people who run the server can reach the database. The site itself has no page on which one of us could leaf through accounts.',
      'Signing up, in and out, confirming an address, setting a new password, saving your details and deleting an account each leave a line in an audit log, and so does each time that one of us reads messages. The line says what happened and when; it holds no name and no address, and so it may stay when the account is gone. A line is removed after one year.',
      'We are a small company, and one careless moment would be enough. Should data ever reach the wrong hands, we tell the people concerned and the authorities, without waiting until we look better.',
    ],
  },
];
