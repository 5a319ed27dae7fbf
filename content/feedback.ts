import type { MessageFormWords, ThanksWords } from './forms.ts';

export const FEEDBACK = {
  title: 'Tell us what you would change',
  lead: 'It’s early days, so one good suggestion can still change a lot.',
  form: {
    legend: 'Your feedback',
    messageLabel: 'Message',
    messageHint: 'As long or as short as you like. Please leave out passwords and other people’s details.',
    submit: 'Send Feedback',
    busy: 'Submitting...',
    success: 'Thank You! Your feedback has been successfully submitted.',
    afterwards: 'We read every line. If it leads to a change and you left a real address, we’ll tell you.',
    again: 'Send something else',
  },
  promptsTitle: 'Questions to get you started',
  prompts: [
    {
      question: 'What did you come here to find?',
      hint: 'Did you find it, or did you give up halfway?',
    },
    {
      question: 'What was slow, or hard to read?',
      hint: 'Tell us which phone you used and where you were, so that we can see what you saw.',
    },
    {
      question: 'What should the assistant never do?',
      hint: 'It’s easier to leave something out now than to remove it later.',
    },
  ],
  contactTitle: 'Talk to a person',
  contactText: 'For anything that needs an answer, use the contact form.',
  contactLink: 'Contact us',
  thanks: {
    pageTitle: 'Your feedback',
    pageDescription: 'Here is what happens to your feedback, and where to go from here.',
    stepsTitle: 'What happens next',
    steps: [
      { title: 'It has arrived', text: 'Your feedback is stored. There’s no need to send it again.' },
      { title: 'We read it', text: 'A person reads all of it, in the order it came in.' },
      {
        title: 'We compare it with other feedback',
        text: 'What several people tell us moves up the list; what only you saw gets a second look.',
      },
    ],
  },
} as const satisfies Record<string, unknown> & { form: MessageFormWords; thanks: ThanksWords };
