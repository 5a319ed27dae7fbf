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
import type { LegalIcon as LegalIconName } from '#content/legal.ts';

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
