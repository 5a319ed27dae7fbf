import { Monitor, Moon, Sun } from 'lucide-react';
import { SHELL_WORDS } from '#content/shell.ts';
import { switchTheme } from './theme.ts';

const ICONS = { light: Sun, dark: Moon, system: Monitor };
const THEMES = ['light', 'dark', 'system'] as const;

/**
 * The button that switches the theme. Its HTML is the same for all visitors: it has the labels of all themes, and CSS shows the
 * labels of the present theme and of the next one.
 */
export function ThemeSwitch() {
  return (
    <button
      type="button"
      className="icon-button theme-switch"
      data-testid="theme-switch"
      onClick={switchTheme}
    >
      {THEMES.map((theme) => (
        <span key={theme} className={`sr-only theme-${theme}`}>
          {SHELL_WORDS.theme[theme]}
        </span>
      ))}
      {THEMES.map((theme) => {
        const Icon = ICONS[theme];
        return (
          <span key={theme} className={`to-${theme}`}>
            <Icon aria-hidden="true" />
            <span className="sr-only">{SHELL_WORDS.nextTheme[theme]}</span>
          </span>
        );
      })}
    </button>
  );
}
