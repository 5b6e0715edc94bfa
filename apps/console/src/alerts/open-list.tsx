import { useEffect, useRef, useState } from 'preact/hooks';
import { address } from '../address.js';
import { client } from '../client.js';
import { formatCount } from '../format.js';
import { Notice } from '../parts/notice.tsx';
import { VirtualList } from '../parts/virtual-list.tsx';
import { ActionButton } from '../sending/action-button.tsx';
import { session } from '../session.js';
import { AlertRow } from './alert-row.tsx';
import { callForAlerts } from './call-for-alerts.js';
import { LabelFilter } from './label-filter.tsx';
import { filterByLabels, parseLabels } from './label-query.js';
import { openAlerts, type Alert } from './live-alerts.js';
import { ResolveDialog } from './resolve-dialog.tsx';

/** The alerts that the user is asked about, and the title if it is one. */
interface Question {
  readonly ids: readonly string[];
  readonly title: string | undefined;
}

/** The list of the open alerts that have the labels in the URL. Users select some of them to act on them together. */
export function OpenList() {
  const section = useRef<HTMLDivElement>(null);
  const isFocusLost = useRef(false);
  const [selectedIds, setSelectedIds] = useState<ReadonlySet<string>>(new Set());
  const [question, setQuestion] = useState<Question | undefined>(undefined);
  const [outcome, setOutcome] = useState('');
  const labels = parseLabels(address.value.parameters.get('labels'));
  const shown = filterByLabels(openAlerts.value, labels);
  const select = (alerts: readonly Alert[], isSelected: boolean) => {
    const ids = alerts.map(({ alert_id }) => alert_id);
    setSelectedIds(
      (before) => new Set(isSelected ? [...before, ...ids] : [...before].filter((id) => !ids.includes(id))),
    );
  };
  const close = (resolvedCount: number | undefined) => {
    setQuestion(undefined);
    if (resolvedCount === undefined) return;
    setOutcome(`${formatCount(resolvedCount)} resolved.`);
    setSelectedIds(new Set());
    isFocusLost.current = true;
  };
  // The button that opened the dialog goes with its alert. While the dialog is open, nothing else can have the focus.
  useEffect(() => {
    if (question !== undefined || !isFocusLost.current) return;
    isFocusLost.current = false;
    section.current?.querySelector<HTMLElement>('[role=region]')?.focus();
  }, [question]);
  return (
    <div ref={section}>
      <LabelFilter labels={labels} />
      {session.value?.role === 'VIEWER' ? null : (
        <SelectionBar
          shown={shown}
          selected={shown.filter(({ alert_id }) => selectedIds.has(alert_id))}
          onSelect={(isSelected) => (isSelected ? select(shown, true) : setSelectedIds(new Set()))}
          onResolve={(ids) => setQuestion({ ids, title: undefined })}
        />
      )}
      <p class="unseen" role="status">
        {outcome}
      </p>
      {shown.length === 0 ? (
        <Notice>None of the {formatCount(openAlerts.value.length)} open alerts has these labels.</Notice>
      ) : (
        <VirtualList items={shown} keyOf={({ alert_id }) => alert_id} label="Open alerts">
          {(alert) => (
            <AlertRow
              alert={alert}
              labels={labels}
              isSelected={selectedIds.has(alert.alert_id)}
              onSelect={(isSelected) => select([alert], isSelected)}
              onResolve={() => setQuestion({ ids: [alert.alert_id], title: alert.title })}
            />
          )}
        </VirtualList>
      )}
      {question === undefined ? null : <ResolveDialog {...question} onClose={close} />}
    </div>
  );
}

interface SelectionProperties {
  readonly shown: readonly Alert[];
  readonly selected: readonly Alert[];
  readonly onSelect: (isSelected: boolean) => void;
  readonly onResolve: (ids: readonly string[]) => void;
}

/** Selects all alerts of the list, and acts on the selected ones. */
function SelectionBar({ shown, selected, onSelect, onResolve }: SelectionProperties) {
  const ids = selected.map(({ alert_id }) => alert_id);
  const count = formatCount(ids.length);
  const acknowledge = async () => {
    const acknowledged = await callForAlerts(ids, async (query) => {
      const { acknowledged_count } = await client.call('acknowledgeAlerts', { body: { query } });
      return acknowledged_count;
    });
    return `${formatCount(acknowledged)} acknowledged.`;
  };
  return (
    <div class="bar selection" role="group" aria-label="Selected alerts">
      <label class="check">
        <input
          type="checkbox"
          checked={ids.length > 0 && ids.length === shown.length}
          disabled={shown.length === 0}
          onChange={({ currentTarget }) => onSelect(currentTarget.checked)}
        />
        {ids.length === 0 ? `Select all ${formatCount(shown.length)}` : `${count} selected`}
      </label>
      {ids.length === 0 ? null : (
        <>
          <ActionButton label="Acknowledge" name={`${count} alerts`} act={acknowledge} />
          <button type="button" aria-label={`Resolve ${count} alerts`} onClick={() => onResolve(ids)}>
            Resolve …
          </button>
        </>
      )}
    </div>
  );
}
