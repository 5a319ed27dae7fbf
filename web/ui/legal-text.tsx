import {
  Handshake,
  IndianRupee,
  KeyRound,
  LockKeyhole,
  type LucideIcon,
  MessagesSquare,
  NotebookPen,
  Package,
  Scale,
  Server,
  Undo2,
  UserRound,
} from 'lucide-react';
import type { ReactNode } from 'react';
import { BRAND } from '#content/brand.ts';
import type { LegalBlock, LegalCard, LegalIcon as LegalIconName } from '#content/legal.ts';
import { LONG_TEXT_WORDS } from '#content/long-text.ts';
import type { Heading } from '#content/markdown.ts';
import { LinkedText } from './linked-text.tsx';
import { WithContents } from './with-contents.tsx';

type LegalTextProps = {
  readonly cards: readonly LegalCard[];
  /** The most important points, above the cards. */
  readonly short?: { readonly title: string; readonly lines: readonly string[] };
  /** The sections of `children`, for the table of contents. */
  readonly more?: readonly Heading[];
  readonly children?: ReactNode;
};

export function LegalText({ cards, short, more = [], children }: LegalTextProps) {
  return (
    <WithContents
      headings={[...cards.map(({ id, title }) => ({ id, text: title })), ...more]}
      className="legal section-space"
    >
      <div>
        {short && (
          <section className="pb-12 lg:pb-20" aria-labelledby="short-title">
            <h2 id="short-title" className="text-heading">
              {short.title}
            </h2>
            <Block block={short.lines} />
          </section>
        )}
        {cards.map((card) => (
          <Card key={card.id} card={card} />
        ))}
        {children}
        <p className="mt-8 text-soft">{LONG_TEXT_WORDS.updated(BRAND.policyDate)}</p>
      </div>
    </WithContents>
  );
}

function Card({ card: { id, title, icon, gist, content } }: { readonly card: LegalCard }) {
  return (
    <section
      id={id}
      // Lets a link of the table of contents move the focus to this section.
      tabIndex={-1}
      className="legal-card pb-12 lg:pb-20"
      aria-labelledby={`${id}-title`}
    >
      <LegalIcon name={icon} />
      <h2 id={`${id}-title`} className="text-heading">
        {title}
      </h2>
      <p className="mt-3 mb-6 max-w-[40ch] break-after-avoid border-s-3 border-saffron ps-4.5 text-lead">
        {gist}
      </p>
      {content.map((block) => (
        <Block key={typeof block === 'string' ? block : block[0]} block={block} />
      ))}
    </section>
  );
}

function Block({ block }: { readonly block: LegalBlock }) {
  if (typeof block === 'string')
    return (
      <p className="measure mt-4">
        <LinkedText text={block} />
      </p>
    );
  return (
    <ul className="measure mt-4 grid list-disc gap-2.5 pl-5">
      {block.map((point) => (
        <li key={point}>
          <LinkedText text={point} />
        </li>
      ))}
    </ul>
  );
}

const ICONS: Record<LegalIconName, LucideIcon> = {
  conversation: MessagesSquare,
  notebook: NotebookPen,
  lock: LockKeyhole,
  server: Server,
  scales: Scale,
  key: KeyRound,
  handshake: Handshake,
  account: UserRound,
  parcel: Package,
  rupee: IndianRupee,
  return: Undo2,
};

export function LegalIcon({ name }: { readonly name: LegalIconName }) {
  const Icon = ICONS[name];
  return (
    <Icon
      size={30}
      strokeWidth={1.5}
      aria-hidden="true"
      className="screen-only mb-3 text-peacock forced-colors:text-[CanvasText]"
    />
  );
}
