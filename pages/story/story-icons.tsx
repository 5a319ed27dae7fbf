import {
  AlarmClock,
  BrickWall,
  CalendarCheck,
  Coffee,
  type LucideIcon,
  NotebookPen,
  Smartphone,
  Sprout,
  StickyNote,
  Users,
  ZapOff,
} from 'lucide-react';
import type { StoryIcon } from '#content/story.ts';

export const STORY_ICONS: Record<StoryIcon, LucideIcon> = {
  'cracked-phone': Smartphone,
  sapling: Sprout,
  notebook: NotebookPen,
  mug: Coffee,
  bricks: BrickWall,
  'power-cut': ZapOff,
  calendar: CalendarCheck,
  card: StickyNote,
  alarm: AlarmClock,
  people: Users,
};
