import { signal } from '@preact/signals';
import { X } from 'lucide';
import { explainError } from '../connection.js';
import { Icon } from './icon.tsx';

/** Milliseconds. Long enough to read a sentence and to take it back. */
const SHOWN_MS = 8_000;

interface Toast {
  readonly id: number;
  readonly text: string;
  readonly kind: 'done' | 'bad';
  /** Takes back what was done. */
  readonly undo: (() => void) | undefined;
}

const toasts = signal<readonly Toast[]>([]);
let lastId = 0;

function show(toast: Omit<Toast, 'id'>): void {
  lastId += 1;
  const id = lastId;
  const kept = toasts.value.filter((each, index, all) =>
    each.kind === 'bad' ? each.text !== toast.text : index >= all.length - 2,
  );
  toasts.value = [...kept, { id, ...toast }];
  // A failure stays until it is closed: somebody may look elsewhere at the moment.
  if (toast.kind === 'done') setTimeout(() => dismiss(id), SHOWN_MS);
}

function dismiss(id: number): void {
  toasts.value = toasts.value.filter((toast) => toast.id !== id);
}

/** Tells what was done. @param undo takes it back */
export function showDone(text: string, undo?: () => void): void {
  show({ text, kind: 'done', undo });
}

/** Tells why something could not be done. */
export function showFailure(error: unknown): void {
  const text = explainError(error);
  if (text !== undefined) show({ text, kind: 'bad', undo: undefined });
}

/** The messages about what the user has just done, for all screens. */
export function Toasts() {
  return (
    <div class="toasts" role="status" aria-label="Messages">
      {toasts.value.map(({ id, text, kind, undo }) => (
        <div key={id} class={`toast ${kind}`}>
          <span>{text}</span>
          {undo === undefined ? null : (
            <button
              type="button"
              class="small"
              onClick={() => {
                dismiss(id);
                undo();
              }}
            >
              Undo
            </button>
          )}
          <button
            type="button"
            class="quiet small icon-only"
            aria-label="Dismiss"
            onClick={() => dismiss(id)}
          >
            <Icon of={X} />
          </button>
        </div>
      ))}
    </div>
  );
}
