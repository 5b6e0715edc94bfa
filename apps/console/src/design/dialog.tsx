import { X } from 'lucide';
import type { ComponentChildren } from 'preact';
import { useEffect, useRef } from 'preact/hooks';
import { Icon } from './icon.tsx';

interface Properties {
  readonly title: string;
  /** Called when the user closes it, also with Escape. */
  readonly onClose: () => void;
  /** Whether Escape may close it, and the cross of a drawer. */
  readonly mayClose?: (() => boolean) | undefined;
  readonly children: ComponentChildren;
}

/** Asks something before the page goes on. The focus stays in it, and returns to where it was. */
export function Dialog({ title, onClose, mayClose, children }: Properties) {
  const dialog = useModal(onClose, mayClose);
  return (
    <dialog ref={dialog} aria-label={title}>
      <div class="stack">
        <h2>{title}</h2>
        {children}
      </div>
      {/* The last, so that the focus is first on what is asked. */}
      <button type="button" class="quiet icon-only close" aria-label="Close" onClick={onClose}>
        <Icon of={X} />
      </button>
    </dialog>
  );
}

/** A form or details at the side of the page, for what is too long for a dialog. */
export function Drawer({ title, onClose, mayClose, children }: Properties) {
  const dialog = useModal(onClose, mayClose);
  return (
    <dialog ref={dialog} class="drawer" aria-label={title}>
      <div class="drawer-head">
        <h2>{title}</h2>
        <button
          type="button"
          class="quiet icon-only"
          aria-label="Close"
          onClick={() => mayClose?.() !== false && dialog.current?.close()}
        >
          <Icon of={X} />
        </button>
      </div>
      <div class="drawer-body stack">{children}</div>
    </dialog>
  );
}

/** @param onClose is not called when the dialog is removed: then it is not the user who closes it */
function useModal(onClose: () => void, mayClose: () => boolean = () => true) {
  const dialog = useRef<HTMLDialogElement>(null);
  const latest = useRef({ onClose, mayClose });
  latest.current = { onClose, mayClose };
  useEffect(() => {
    const element = dialog.current;
    // A browser closes it at the second Escape in a row, whatever is done about the first.
    const close = () => (latest.current.mayClose() ? latest.current.onClose() : element?.showModal());
    const cancel = (event: Event) => {
      if (event.target === element && !latest.current.mayClose()) event.preventDefault();
    };
    element?.addEventListener('cancel', cancel);
    element?.addEventListener('close', close);
    element?.showModal();
    return () => {
      element?.removeEventListener('cancel', cancel);
      element?.removeEventListener('close', close);
      element?.close();
    };
  }, []);
  return dialog;
}
