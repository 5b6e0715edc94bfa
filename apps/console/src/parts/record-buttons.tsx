import { Pencil, Trash2 } from 'lucide';
import { Icon } from '../design/icon.tsx';

interface Properties {
  /** The record, for screen readers. */
  readonly name: string;
  readonly onEdit: () => void;
  readonly onDelete: () => void;
}

/** The buttons that change and delete the record of a card. */
export function RecordButtons({ name, onEdit, onDelete }: Properties) {
  return (
    <div class="bar">
      <button type="button" class="small" onClick={onEdit}>
        <Icon of={Pencil} />
        Edit<span class="unseen"> {name}</span>
      </button>
      <button type="button" class="small quiet" onClick={onDelete}>
        <Icon of={Trash2} />
        Delete<span class="unseen"> {name}</span>
      </button>
    </div>
  );
}
