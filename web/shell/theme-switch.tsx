import { Moon, Sun } from 'lucide-react';
import { SHELL_WORDS } from '#content/shell.ts';
import { switchTheme } from './theme.ts';

/** Both labels are in the HTML and the stylesheet shows the one that applies: the static page knows no theme. */
export function ThemeSwitch() {
  return (
    <button
      type="button"
      className="icon-button theme-switch"
      data-testid="theme-switch"
      onClick={switchTheme}
    >
      <span className="only-dark">
        <Sun size={20} aria-hidden="true" />
        <span className="unseen">{SHELL_WORDS.toLight}</span>
      </span>
      <span className="only-light">
        <Moon size={20} aria-hidden="true" />
        <span className="unseen">{SHELL_WORDS.toDark}</span>
      </span>
    </button>
  );
}
