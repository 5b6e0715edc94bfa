import { Dialog } from '../design/dialog.tsx';

interface Properties {
  readonly onDiscard: () => void;
  readonly onKeep: () => void;
}

/** Asks before what was entered is lost. */
export function DiscardDialog({ onDiscard, onKeep }: Properties) {
  return (
    <Dialog title="Discard what you entered?" onClose={onKeep}>
      <div class="bar">
        <button type="button" class="danger" onClick={onDiscard}>
          Discard
        </button>
        <button type="button" onClick={onKeep}>
          Keep editing
        </button>
      </div>
    </Dialog>
  );
}
