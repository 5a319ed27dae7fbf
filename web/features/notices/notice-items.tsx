import { NOTICE_WORDS, NOTICES, type NoticeName } from '#content/notices.ts';

const LABELS = Object.entries(NOTICE_WORDS.labels) as readonly [keyof typeof NOTICE_WORDS.labels, string][];

/** What is behind the fold of a notice. */
export function NoticeItems({ name }: { readonly name: NoticeName }) {
  return (
    <dl>
      {LABELS.map(([item, label]) => (
        <div key={item}>
          <dt>{label}</dt>
          <dd>{NOTICES[name].items[item]}</dd>
        </div>
      ))}
    </dl>
  );
}
