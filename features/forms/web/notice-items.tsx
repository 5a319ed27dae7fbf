import { NOTICE_ITEMS, NOTICE_LABELS } from '#content/notice-items.ts';
import type { NoticeName } from '#content/notices.ts';

const LABELS = Object.entries(NOTICE_LABELS) as readonly [keyof typeof NOTICE_LABELS, string][];

export default function NoticeItems({ name }: { readonly name: NoticeName }) {
  return (
    <dl>
      {LABELS.map(([item, label]) => (
        <div key={item}>
          <dt>{label}</dt>
          <dd>{NOTICE_ITEMS[name][item]}</dd>
        </div>
      ))}
    </dl>
  );
}
