import {
  BugOff,
  Globe,
  HeartHandshake,
  IndianRupee,
  LockKeyhole,
  type LucideIcon,
  MapPin,
  ShieldCheck,
  Telescope,
} from 'lucide-react';
import type { VisionIcon } from '#content/vision.ts';

export const VISION_ICONS: Record<VisionIcon, LucideIcon> = {
  hands: HeartHandshake,
  shield: ShieldCheck,
  place: MapPin,
  rupee: IndianRupee,
  bug: BugOff,
  globe: Globe,
  lock: LockKeyhole,
  telescope: Telescope,
};
