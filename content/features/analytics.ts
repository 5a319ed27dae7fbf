/** Words of the switch that stops counting this browser, on “Your data” and on the privacy page. */
export const DO_NOT_COUNT_WORDS = {
  /** The anchor of the switch's section on the privacy page. */
  id: 'do-not-count',
  title: 'Do not count my visits',
  lead: 'Switch this on, and visits from this browser are no longer counted, whether or not you have an account. Without JavaScript, nobody is counted, and the switch does nothing.',
  label: 'Do not count my visits',
  byBrowser: 'Your browser already asks us not to count you, so we don’t.',
  blocked:
    'This browser doesn’t let us store anything, so we can’t remember your choice. You can turn on Do Not Track in its settings instead.',
} as const;
