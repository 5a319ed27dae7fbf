import { BRAND } from './brand.ts';
import { countWord, countWordFirst } from './count-words.ts';

/** A member of the team. The page draws a kite for each member, with the pattern `icon`. */
export type TeamMember = {
  readonly name: string;
  readonly role: string;
  readonly description: string;
  readonly icon: KitePattern;
  /** True if the person is invented. `npm run doctor` lists invented people; the page shows them like all others. */
  readonly sample: boolean;
};

export type KitePattern = 'sun' | 'checks' | 'band' | 'crown' | 'halves' | 'ladder';

/** The anchor of a person on `/team`: `#meher-qureshi`. */
export function memberId(name: string): string {
  return name.toLowerCase().replace(/[^\p{L}\p{M}\p{N}]+/gu, '-');
}

const MEMBERS: readonly TeamMember[] = [
  {
    name: 'Ishan Bajpai',
    role: 'Founder',
    description:
      'Started this at sixteen on a borrowed laptop. Decides what we leave out, and reads the support inbox on Sundays.',
    icon: 'sun',
    sample: true,
  },
  {
    name: 'Meher Qureshi',
    role: 'Language and models',
    description:
      'Teaches the assistant to answer in the mix of Hindi and English that people really speak, and to say when it is guessing.',
    icon: 'checks',
    sample: true,
  },
  {
    name: 'Tanvi Rastogi',
    role: 'Platform and security',
    description:
      'Keeps accounts locked and machines running. Believes in a backup only after she has restored it.',
    icon: 'band',
    sample: true,
  },
  {
    name: 'Joel Minz',
    role: 'Design and accessibility',
    description:
      'Draws every screen for a small phone first, then uses it with his eyes shut. The kites are his too.',
    icon: 'crown',
    sample: true,
  },
  {
    name: 'Zoya Farooqui',
    role: 'Community and support',
    description:
      'Answers the four-hundredth question as patiently as the first, and turns complaints into tasks for the rest of us.',
    icon: 'halves',
    sample: true,
  },
  {
    name: 'Harpreet Gill',
    role: 'Money and paperwork',
    description:
      'Works out what a plan must cost so that a student can pay it and the servers stay on. Reads contracts to the end.',
    icon: 'ladder',
    sample: true,
  },
];

export const TEAM = {
  page: {
    title: MEMBERS.length === 0 ? 'The team' : `${countWordFirst(MEMBERS.length)} people and one morning`,
    lead:
      MEMBERS.length === 0
        ? 'How we work, and how to join us.'
        : 'Each of us looks after one thing, and answers for it by name.',
  },
  block: {
    title: 'Meet the team',
    lead: `${countWordFirst(MEMBERS.length)} people, ${countWord(MEMBERS.length)} kites. On a windy morning in Uttar Pradesh, you know your friends by their kites. These are ours.`,
    link: 'How we work',
  },
  members: MEMBERS,
  work: {
    title: 'How we work',
    lead: 'We work from different homes and share one list. Four habits hold it together.',
    habits: [
      {
        title: 'One owner, by name',
        text: 'Every part of the product has one person who decides about it. Others may argue, and often win, but nobody has to ask who is responsible.',
      },
      {
        title: 'Reasons in writing',
        text: 'A decision is a short note: what we chose, what the other choices were, and why. When the reason no longer holds, we change the decision.',
      },
      {
        title: 'Tuesday is for readers',
        text: 'Once a week, nobody builds. We read what people have sent us, try everything ourselves on a cheap phone, and write down what hurt.',
      },
      {
        title: 'Lights out',
        text: 'The company began at night, but it doesn’t run on late nights. No messages after nine, and exam weeks count as leave.',
      },
    ],
  },
  join: {
    title: 'Join the team',
    text: [
      'Would you like to fly the next kite? We’re not hiring yet. There is no list of open positions, because we couldn’t pay people fairly before the assistant earns its keep.',
      `If you think you belong here anyway, write to us. Tell us what you’d fix first in ${BRAND.product}, or on this site. One of us will answer.`,
    ],
    link: 'Write to us',
  },
};
