import { BellOff, CircleCheck, Eye, UserPlus, X } from 'lucide';
import { Icon } from '../design/icon.tsx';
import { formatCount } from '../format.js';
import { session } from '../session.js';
import { acknowledgeFree, assign, findFree, MAX_ONE_BY_ONE } from './acts.js';
import { AssignMenu } from './assign.tsx';
import type { Alert } from './open-alerts.js';

interface Properties {
  readonly selected: readonly Alert[];
  readonly onClear: () => void;
  readonly onResolve: () => void;
  readonly onSilence: () => void;
}

/** What can be done with the selected alerts, below the list. */
export function SelectionBar({ selected, onClear, onResolve, onSilence }: Properties) {
  const finish = async (act: Promise<boolean>) => {
    if (await act) onClear();
  };
  if (selected.length === 0 || session.value?.role === 'VIEWER') return null;
  const name = `${formatCount(selected.length)} alerts`;
  return (
    <div class="selection" role="group" aria-label="Selected alerts">
      <strong>{formatCount(selected.length)} selected</strong>
      <button
        type="button"
        class="primary"
        aria-label={`Acknowledge ${name}`}
        disabled={findFree(selected).length === 0}
        onClick={() => void finish(acknowledgeFree(selected))}
      >
        <Icon of={Eye} />
        <span class="text">Acknowledge</span>
      </button>
      {selected.length > MAX_ONE_BY_ONE ? null : (
        <AssignMenu
          alerts={selected}
          menuClass="up from-start"
          label={`Assign ${name}`}
          onAssign={(assignee) => void finish(assign(selected, assignee))}
        >
          <Icon of={UserPlus} />
          <span class="text">Assign</span>
        </AssignMenu>
      )}
      <button type="button" aria-label={`Silence ${name}`} onClick={onSilence}>
        <Icon of={BellOff} />
        <span class="text">Silence …</span>
      </button>
      <button type="button" aria-label={`Resolve ${name}`} onClick={onResolve}>
        <Icon of={CircleCheck} />
        <span class="text">Resolve …</span>
      </button>
      <button type="button" class="quiet icon-only" aria-label="Clear the selection" onClick={onClear}>
        <Icon of={X} />
      </button>
    </div>
  );
}
