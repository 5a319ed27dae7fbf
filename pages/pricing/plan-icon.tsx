import { BookOpen, Building2, Coffee, LampDesk, type LucideIcon, Sunrise } from 'lucide-react';
import type { PlanIcon as PlanIconName } from '#content/pricing.ts';

const ICONS: Record<PlanIconName, LucideIcon> = {
  cup: Coffee,
  lamp: LampDesk,
  sun: Sunrise,
  book: BookOpen,
  roof: Building2,
};

export function PlanIcon({ name }: { readonly name: PlanIconName }) {
  const Icon = ICONS[name];
  return <Icon className="plan-icon" size={30} strokeWidth={1.6} aria-hidden="true" />;
}
