import { BRAND } from './brand.ts';
import { BACKUP_DAYS, REMEMBERED_SESSION_DAYS } from './durations.ts';
import type { LegalCard } from './legal.ts';
import { LINK_TIMES } from './link-hours.ts';

/**
 * The privacy page describes what the software does. If you change the software, also change this text, `content/data-register.ts`
 * and `content/proofs.json`. If another company runs the form service (`FORM_ENDPOINT`), name that company; until then `npm run
 * doctor` fails. The sentences about Stripe are true whether or not its keys are set.
 */
export const PRIVACY = {
  title: 'We keep as little as we can',
  subtitle:
    'A company that collects little has little to lose and nothing to sell. Here is what we keep, for how long, and who can see it.',
  short: {
    title: 'In short',
    lines: [
      'You give us data for an account, in a message or for the launch list. Everything we keep is in one list, further down.',
      'No advertising and no trackers. We don’t sell or rent personal data.',
      'Visits are counted as totals, without cookies or IP addresses. You can opt out at the end of this page.',
      'Only a few of us can see your account. “Your data” tells you when one of us looked, and why.',
      'You can see, download and erase what we keep under your address, with an account or without. It costs nothing.',
      `When you delete your account, the site removes it at once. Its backups are removed after ${BACKUP_DAYS} days.`,
    ],
  },
  kept: {
    title: 'Everything we keep, in one list',
    lead: 'Cookies, and what your browser stores, are in the cookie policy.',
    columns: ['Why', 'Who else gets it', 'How long'],
  },
  /** The text before the name of the grievance officer. */
  rights: {
    link: 'See, download or erase what we keep under your address, or send us a request',
    officer: '. Requests and complaints go to',
  },
  questions: {
    before: 'Questions about any of this? Write to',
    after: 'and a person will answer.',
    security: 'Found a security hole? Tell',
  },
} as const;

export const PRIVACY_CARDS: readonly LegalCard[] = [
  {
    id: 'user-interactions',
    title: 'User Interactions',
    icon: 'conversation',
    gist: 'Your conversations are yours. We’re building the assistant to keep it that way.',
    content: [
      `${BRAND.product} isn’t open yet, so there are no conversations to store. To us, secure AI means three things, and we won’t open without all of them: your words are encrypted all the way to the assistant that answers, what you ask is used only to answer you, and you can delete it.`,
      'On this site, you can write to us through the contact and feedback forms. We keep the name, email address and message you send, and email them to the few of us who answer. They go to our own server, not to another company’s form service.',
      'Where the contact form offers card payments, nothing for them is loaded until you open that part. The card field then comes from Stripe, a payment company. Stripe gets your card details, name and email address, and tells us whether the payment went through. We keep the amount and Stripe’s ID for the payment, and never see the card number. A message whose payment never arrived is removed after a day, or after 30 days if we can’t check with Stripe.',
      'If you were signed in, the message also belongs to your account and stays until you delete the account. A message sent while signed out is removed after two years. What our spam trap catches is removed after 30 days. On “Your rights”, you can see, download and erase what you sent while signed out. When you ask, we delete the copy in our mailbox by hand.',
      'If you ask us to tell you at launch, we keep your email address, when you asked and when you confirmed it. You’re on the list only once you press the button on the page our email opens. An address that nobody confirms is removed 7 days after the last request. We write to confirmed addresses once, on launch day, and remove them 30 days later. Every email to the list has a link to leave it with one click, without an account; your address is then removed at once.',
      'The help panel in the corner is just text and links. It doesn’t listen, and nothing you do in it is sent anywhere. Some of its links lead to other companies’ services.',
    ],
  },
  {
    id: 'data-collection',
    title: 'Data Collection',
    icon: 'notebook',
    gist: 'Only what the site needs to work, and no profiling.',
    content: [
      'An account needs an email address and a password. Your name starts as the part of the address before the @. Gender, date of birth and a few lines about you are optional.',
      'If we ask for your date of birth before you sign up, we keep only that you’re old enough, not the date; anyone younger can’t have an account, and nothing they entered is kept. A short notice below each form says what we keep and why. With what you send, we keep which version of it you saw and when, for as long as we keep what it was about.',
      [
        'With the account, we keep when it was created and last changed, when and how often you signed in, whether your address is confirmed, and how many confirmation emails we sent.',
        'With each sign-in, we keep the type of browser it came from, such as “Firefox on Linux”, for as long as that sign-in lasts. Your IP address is not kept with it.',
        'The time spent and total visits on your profile are counted in your own browser and stay there.',
        'Page views are counted without cookies, click IDs or IP addresses, as totals per day and page. How fast pages load and respond is totalled in the same way, as are requests for pages that don’t exist, the names of the sites whose links led here, the campaigns that such links name, and the country of the browser’s language. To count each visitor only once, we use a random key that we destroy every day. Browsers that send Do Not Track or Global Privacy Control are not counted. Nor is a browser in which you switch on “Do not count my visits”, at the end of this page.',
      ],
      'If you continue with Google or GitHub, we receive your name, your confirmed email address and the permanent ID they have for you, which lets us recognise you next time. They learn that you signed in here. We don’t keep the proof they send us. Apart from the card field, if you open it, our pages load nothing from other companies: no third-party fonts, scripts or advertising. We don’t sell or rent personal data.',
    ],
  },
  {
    id: 'technical-safeguards',
    title: 'Technical Safeguards',
    icon: 'lock',
    gist: 'Encryption in transit, hashes for secrets we never need to read back, and monitoring that leaves you out of it.',
    content: [
      [
        'The public site is served over HTTPS, so everything that travels between you and us is encrypted.',
        'Passwords are stored only as Argon2id hashes. We can’t read yours, or tell it to anyone.',
        `The links we email to let you in work once: within ${LINK_TIMES.confirm} to confirm an address, within ${LINK_TIMES.reset} to set a new password. Our tables store only their hashes; the link itself is in the email, which we keep until it’s delivered.`,
        'If your account has a passkey or an authenticator app, neither your password nor an emailed link is enough to change how you sign in or to delete the account. A code or the passkey has to come with it.',
        'We email you about every change to how you sign in. How you signed in before a change is kept for 7 days, so that you can undo what wasn’t you.',
        `Your sign-in is kept in a cookie that scripts can’t read. It ends when you close the browser, or ${REMEMBERED_SESSION_DAYS} days after the last use if you asked us to remember the device. A new password signs you out everywhere else.`,
        'A second cookie recognises a browser for 180 days after it last signed in. That way, strangers trying wrong passwords for your address can’t lock you out.',
        'Sign-up, sign-in, password reset, changing your email address, the launch list and “Your rights” respond the same way whether or not we know an address, so nobody can find out by trying.',
      ],
      'We monitor the server’s health, errors and speed, and slow down anyone who tries passwords in bulk. The log records the kind of page requested, not the person who requested it. We note an IP address only if we refuse it because too many requests or wrong passwords came from it, and only in a separate file. It is removed within 24 hours, is in no backup, and is not linked to any account.',
    ],
  },
  {
    id: 'cloud-infrastructure',
    title: 'Cloud Infrastructure',
    icon: 'server',
    gist: 'One program and one database, under our control.',
    content: [
      'Pages, accounts, forms and statistics all come from the same server, which we run ourselves. We don’t pass on copies of the database. Emails go out through a mail server, which needs your address to deliver them.',
      [
        'An account whose address is never confirmed is removed after 7 days.',
        'With each email that confirms an account or an address, or leads to your rights, we keep a fingerprint of the network that asked for it, until about a day after we wrote it or its link ends, so that nobody can use up the emails meant for you.',
        'Once an email is delivered, we erase its text. We keep a note that it was sent, for 30 days or until the account is deleted. An email that couldn’t be delivered is removed 30 days after the last attempt.',
        'If you change your email address, we tell the old one. Messages sent from the old address while signed out, and its launch-list entry, stay with that address.',
        'When you delete your account, we remove the account, your details, every sign-in, the messages you sent while signed in or from its address, its address on the launch list, and any emails still waiting for you, all in one step. There is no waiting period and no way back. One last email tells you it’s done.',
        `Backups are removed after ${BACKUP_DAYS} days, and if one is restored before that, your account is deleted from it again. Every night, and whenever the site stops, the database file is rewritten so that no trace of a deleted row remains in it. Where the database is PostgreSQL instead, deleted rows stay in its files and write-ahead log, out of the site’s reach, until it cleans them up.`,
      ],
    ],
  },
  {
    id: 'legal-compliance',
    title: 'Legal Compliance',
    icon: 'scales',
    gist: 'The rights of India’s DPDP Act, the GDPR and the CCPA for everyone, wherever you live.',
    content: [
      'We handle personal data in compliance with India’s Digital Personal Data Protection Act, the European Union’s GDPR and California’s CCPA, and we give everyone the rights of all three.',
      [
        'See what we have: your profile shows the details you gave us. “Your data”, one press from there, shows everything we keep about your account and its address, how much of it, and until when. Without an account, enter your address on “Your rights”: we email you a link to a page that shows the messages you sent while signed out, your launch-list entry, and the emails we sent you.',
        'Correct it: you can edit your name and details in your profile, and change your email address on its Security page.',
        'Delete it: in your profile, at any time, without giving a reason. Without an account, the same link erases what it shows, at the press of a button.',
        'Withdraw it: “Your data” shows what you agreed to and which notice you saw. There you can leave the launch list with one press, or erase a message.',
        'Take it with you: “Your data” gives you all of it in one file, with your messages and their files, as soon as you’ve confirmed that it’s you. Without an account, the link lets you download everything it shows, in the same way.',
        'Object to being counted: switch on “Do not count my visits” at the end of this page, with an account or without.',
        'Your mailbox alone is never enough where your account has a passkey or two-step verification: the link then shows and erases nothing, and you sign in instead.',
        'For anything else, or to complain, send the form on “Your rights”. We give you a reference number and the date by which we answer, on the page and by email. Using these rights never costs you anything or makes the service worse.',
      ],
      'We use your email address, password and sign-ins to run your account, which is our agreement with you. Gender, date of birth and the lines about you are kept only to show them to you. We use your messages to answer them, and your address on the launch list to write to you once, because you asked us to. We note the addresses of refused callers to protect the site and its accounts, which is our legitimate interest. If you think we’ve got something wrong, you can also complain to the data protection authority where you live.',
    ],
  },
  {
    id: 'team-access',
    title: 'Team Access',
    icon: 'key',
    gist: 'A few people, only the access their work needs, and an audit log.',
    content: [
      'Access is role-based: those of us who answer messages or help with accounts work in a console on this site, where each role reaches what its work needs and nothing more. To anyone without a role the console doesn’t exist, and nobody can open it without a passkey or two-step verification. It closes after half an hour without use, and after twelve hours at most. Messages also reach the few of us who answer by email, and only the people who run the server can access the database itself.',
      'The console has no list of accounts. One of us has to search for a name or an address, and then sees first letters only; the audit log shows no more of an address. To see more, they choose a reason, and “Your data” tells you that one of us looked, when and why. To find out why an email didn’t arrive, an owner can open the email and see its address. In the console, only an owner can delete an account, after confirming once more that it’s them, and no more than ten a day; the server’s tools have no such limit. All owners hear of it by email, and we email you the reason. If you lose your two-step verification or your passkeys, we turn them off on two proofs that it’s you, a day after we’ve told you by email, and not if you stop it.',
      'Signing up, in and out, confirming or changing an address, setting a new password, saving your details, downloading or erasing your data, leaving the launch list, erasing a message and deleting an account each leave a line in an audit log, and so does every time one of us reads messages or the launch list in the console or with the server’s tools. Those of us who aren’t owners can delete at most ten messages a day. When an owner deletes more, all owners hear of it by email. Reading a copy in our mailbox, or looking straight into the database, leaves no line. The line says what happened and when; it holds no name and no address, so it may stay after the account is gone. Each line is removed after one year. Its copy in the server’s log stays until the machine removes that log.',
      'If data ever reaches the wrong hands, we’ll write to the people affected and to the authorities, without waiting for a better moment.',
    ],
  },
];
