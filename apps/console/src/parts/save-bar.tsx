import { Notice } from './notice.tsx';

interface Properties {
  /** Why the last attempt failed. */
  readonly message: string | undefined;
  readonly isBusy: boolean;
  readonly onCancel: () => void;
}

/** The end of a form in a drawer: why it could not be saved, and the buttons. */
export function SaveBar({ message, isBusy, onCancel }: Properties) {
  return (
    <>
      {message === undefined ? null : <Notice kind="bad">{message}</Notice>}
      <div class="bar">
        <button type="submit" class="primary" disabled={isBusy}>
          Save
        </button>
        <button type="button" class="quiet" onClick={onCancel}>
          Cancel
        </button>
      </div>
    </>
  );
}
