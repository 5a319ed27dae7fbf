import type { SkyPaths } from '#web/ui/horizon.tsx';

const ROOFS = 'shape M800 302v-54h96v-12h14v12h22v54ZM1080 302v-40l34-26 34 26v40Z';

/** Two people on the same roofs as in `MEGAPHONE`: now the other person answers. */
export const ANSWER: SkyPaths = [
  ROOFS,
  'light M820 264h16v18h-16ZM862 264h16v18h-16ZM1106 268h16v16h-16Z',
  'shape M866 248v-22c0-8 14-8 14 0v22ZM873 216a8 8 0 1 1 0-16 8 8 0 0 1 0 16ZM880 228l17-22 4 3-16 27ZM866 228l-17-22-4 3 16 27Z',
  'shape M1108 236v-18c0-7 12-7 12 0v18ZM1114 210a7 7 0 1 1 0-14 7 7 0 0 1 0 14ZM1108 218l-13-8-3 5 14 9ZM1096 210l-16-12v24Z',
  'thread M1068 200q-8 11 0 22M1052 192q-14 19 0 38M1036 184q-20 27 0 54',
];

/** A person on a roof calls through a megaphone to a person on another roof. */
export const MEGAPHONE: SkyPaths = [
  ROOFS,
  'light M820 264h16v18h-16ZM1106 268h16v16h-16Z',
  'shape M866 248v-22c0-8 14-8 14 0v22ZM873 216a8 8 0 1 1 0-16 8 8 0 0 1 0 16ZM880 226l14-8 3 5-15 10ZM893 217l17-13v26Z',
  'thread M922 206q8 11 0 22M938 198q14 19 0 38M954 190q20 27 0 54',
  'shape M1108 236v-18c0-7 12-7 12 0v18ZM1114 210a7 7 0 1 1 0-14 7 7 0 0 1 0 14Z',
];
