import { BRAND } from './brand.ts';

/** The words of `/vision` around its eight promises, which are in `content/vision.ts`. */
export const VISION_PAGE = {
  title: 'What we want to see by daylight',
  lead: `${BRAND.product} is still being made. These eight promises are made already, and they will stand here on the day it opens, so that you can hold us to them.`,
  kept: {
    title: 'How each one is kept',
    lead: 'A promise about tomorrow is worth what somebody does about it today. This is what we do now, before there is an assistant to show.',
  },
  broken: {
    title: 'Caught us breaking one?',
    text: 'Tell us which, and where you saw it. It will be mended or it will be taken off this page, and you will hear which.',
    button: 'Send feedback',
  },
} as const;
