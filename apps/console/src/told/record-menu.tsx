import { Copy, Ellipsis, Pencil, Trash2 } from 'lucide';
import type { ComponentChildren } from 'preact';
import { useState } from 'preact/hooks';
import { linkTo } from '../address.js';
import { Dialog } from '../design/dialog.tsx';
import { Icon } from '../design/icon.tsx';
import { Menu } from '../design/menu.tsx';
import { act } from './record-list.tsx';

interface Properties {
  readonly name: string;
  /** The part of the screen, whose address opens the form. */
  readonly part: string;
  readonly id: string;
  /** What is lost when the record is deleted. */
  readonly lost: string;
  readonly remove: () => Promise<unknown>;
  readonly reload: () => void;
  readonly isCopied?: boolean;
  /** What can be done to the record besides. */
  readonly children?: ComponentChildren;
}

/** What can be done to every record: edit, duplicate, and, after a question, delete. */
export function RecordMenu({ name, part, id, lost, remove, reload, isCopied = true, children }: Properties) {
  const [isAsked, setAsked] = useState(false);
  const close = () => setAsked(false);
  return (
    <>
      <Menu label={`More about ${name}`} buttonClass="button quiet icon-only" button={<Icon of={Ellipsis} />}>
        <a href={linkTo('told', part, { id })}>
          <Icon of={Pencil} />
          Edit
        </a>
        {isCopied ? (
          <a href={linkTo('told', part, { copy: id })}>
            <Icon of={Copy} />
            Duplicate
          </a>
        ) : null}
        {children}
        <button type="button" class="danger" onClick={() => setAsked(true)}>
          <Icon of={Trash2} />
          Delete
        </button>
      </Menu>
      {isAsked ? (
        <Dialog title={`Delete ${name}?`} onClose={close}>
          <p>{lost}</p>
          <div class="bar">
            <button
              type="button"
              class="danger"
              onClick={() => {
                close();
                void act(remove, `“${name}” was deleted.`, reload);
              }}
            >
              Delete
            </button>
            <button type="button" class="quiet" onClick={close}>
              Cancel
            </button>
          </div>
        </Dialog>
      ) : null}
    </>
  );
}
