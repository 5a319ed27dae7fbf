import { Braces, Building2, ChartColumn, type LucideIcon, Plug, Sparkles, Vault } from 'lucide-react';
import type { FeatureIcon } from '#content/feature-cards.ts';

export const FEATURE_ICONS: Record<FeatureIcon, LucideIcon> = {
  spark: Sparkles,
  building: Building2,
  vault: Vault,
  chart: ChartColumn,
  plug: Plug,
  braces: Braces,
};
