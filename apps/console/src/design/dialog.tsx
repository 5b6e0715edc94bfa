import { X } from 'lucide';
import type { ComponentChildren } from 'preact';
import { useEffect, useRef } from 'preact/hooks';
import { Icon } from './icon.tsx';

interface Properties {
  readonly title: string;
  /** Called when the user closes it, also with Escape. */
  readonly onClose: () => void;
  readonly children: ComponentChildren;
}

/** Asks something before the page goes on. The focus stays in it, and returns to where it was. */
export function Dialog({ title, onClose, children }: Properties) {
  const dialog = useModal(onClose);
  return (
    <dialog ref={dialog} aria-label={title}>
      <div class="stack">
        <h2>{title}</h2>
        {children}
      </div>
      {/* The last, so that the focus is first on what is asked. */}
      <button
        type="button"
        class="quiet icon-only close"
        aria-label="Close"
        onClick={() => dialog.current?.close()}
      >
        <Icon of={X} />
      </button>
    </dialog>
  );
}

/** A form or details at the side of the page, for what is too long for a dialog. */
export function Drawer({ title, onClose, children }: Properties) {
  const dialog = useModal(onClose);
  return (
    <dialog ref={dialog} class="drawer" aria-label={title}>
      <div class="drawer-head">
        <h2>{title}</h2>
        <button
          type="button"
          class="quiet icon-only"
          aria-label="Close"
          onClick={() => dialog.current?.close()}
        >
          <Icon of={X} />
        </button>
      </div>
      <div class="drawer-body stack">{children}</div>
    </dialog>
  );
}

/** @param onClose is not called when the dialog is removed: then it is not the user who closes it */
function useModal(onClose: () => void) {
  const dialog = useRef<HTMLDialogElement>(null);
  const latest = useRef(onClose);
  latest.current = onClose;
  useEffect(() => {
    const element = dialog.current;
    const close = () => latest.current();
    element?.addEventListener('close', close);
    element?.showModal();
    return () => {
      element?.removeEventListener('close', close);
      element?.close();
    };
  }, []);
  return dialog;
}
