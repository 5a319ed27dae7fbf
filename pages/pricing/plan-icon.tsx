import { BookOpen, Building2, Coffee, LampDesk, type LucideIcon, Sunrise } from 'lucide-react';
import type { PlanIcon as PlanIconName } from '#content/pricing.ts';

const ICONS: Record<PlanIconName, LucideIcon> = {
  cup: Coffee,
  lamp: LampDesk,
  sun: Sunrise,
  book: BookOpen,
  roof: Building2,
};

type PlanIconProps = { readonly name: PlanIconName; readonly className: string };

export function PlanIcon({ name, className }: PlanIconProps) {
  const Icon = ICONS[name];
  return <Icon className={className} size={30} strokeWidth={1.6} aria-hidden="true" />;
}
