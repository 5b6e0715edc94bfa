import { signal } from '@preact/signals';
import { Keyboard } from 'lucide';
import { useEffect, useRef } from 'preact/hooks';
import { Dialog } from '../design/dialog.tsx';
import { Icon } from '../design/icon.tsx';

/** A key that does something on the present screen. */
export interface ScreenKey {
  readonly key: string;
  readonly does: string;
  /** Without it, the browser acts by itself. */
  readonly run?: () => void;
}

/** The entry of the browser that says that the user has switched keys of one letter off (WCAG 2.1.4). */
const OFF_KEY = 'tocsin keys';

const areKeysOn = signal(localStorage.getItem(OFF_KEY) !== 'off');
const isHelpOpen = signal(false);

function setKeys(areOn: boolean): void {
  areKeysOn.value = areOn;
  if (areOn) localStorage.removeItem(OFF_KEY);
  else localStorage.setItem(OFF_KEY, 'off');
}

/** Makes keys of one letter act, as long as nobody types, no dialog is open, and the user has not switched them off. */
export function useKeys(keys: readonly ScreenKey[]): void {
  const present = useRef(keys);
  present.current = keys;
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent) => {
      if (!areKeysOn.value || event.ctrlKey || event.metaKey || event.altKey || event.defaultPrevented)
        return;
      // A key that is held down acts once.
      if (event.repeat && !['j', 'k'].includes(event.key)) return;
      if (isTyping(event.target as Element) || document.querySelector('dialog[open], .menu[open]')) return;
      if (event.key === '?') {
        isHelpOpen.value = true;
        return;
      }
      const found = present.current.find(({ key }) => key === event.key);
      if (found?.run === undefined) return;
      // Otherwise the letter is typed into the field that gets the focus.
      event.preventDefault();
      found.run();
    };
    addEventListener('keydown', onKeyDown);
    return () => removeEventListener('keydown', onKeyDown);
  }, []);
}

const isTyping = (element: Element): boolean =>
  element.matches('textarea, select, input:not([type=checkbox], [type=radio])');

/** A button that shows the keys of a screen, and the dialog with them. */
export function KeysHelp({ keys }: { readonly keys: readonly ScreenKey[] }) {
  return (
    <>
      <button
        type="button"
        class="quiet icon-only keys-help"
        aria-label="Keys"
        data-tip="Keys (?)"
        onClick={() => (isHelpOpen.value = true)}
      >
        <Icon of={Keyboard} />
      </button>
      {isHelpOpen.value ? (
        <Dialog title="Keys" onClose={() => (isHelpOpen.value = false)}>
          <dl class="facts keys">
            {[...keys, { key: '?', does: 'This help' }].map(({ key, does }) => (
              <>
                <dt>
                  <kbd>{key}</kbd>
                </dt>
                <dd>{does}</dd>
              </>
            ))}
          </dl>
          <label class="check">
            <input
              type="checkbox"
              checked={areKeysOn.value}
              onChange={({ currentTarget }) => setKeys(currentTarget.checked)}
            />
            Keys of one letter act in this browser
          </label>
        </Dialog>
      ) : null}
    </>
  );
}
