import { ListX } from 'lucide';
import { useEffect, useMemo, useRef, useState } from 'preact/hooks';
import { address, navigate, linkTo } from '../address.js';
import { EmptyState } from '../design/empty-state.tsx';
import { showDone } from '../design/toast.tsx';
import { formatCount } from '../format.js';
import type { ListHandle } from '../parts/virtual-list.tsx';
import { Notice } from '../parts/notice.tsx';
import { KeysHelp, useKeys } from '../shell/keys.tsx';
import { parseView } from './alert-filter.js';
import { AlertRow } from './alert-row.tsx';
import { FilterBar, FilterChips } from './filter-bar.tsx';
import { findSharedLabels } from './group-alerts.js';
import { openAlerts, type Alert } from './live-alerts.js';
import { listKeys, useLeave } from './list-keys.js';
import { GroupRow, ListHeading, ShownRows } from './list-parts.tsx';
import { ResolveDialog } from './resolve-dialog.tsx';
import { SelectionBar } from './selection-bar.tsx';
import { SilenceDialog } from './silence-dialog.tsx';
import { useAim } from './use-aim.js';
import { findGap, useItems, useShown } from './use-shown.js';
import { linkOf } from './views.js';

/** What the user is asked about some alerts. */
interface Question {
  readonly about: 'resolve' | 'silence';
  readonly alerts: readonly Alert[];
}

/** The open alerts of the view in the address. Users act on one in its row or by keys, or select some to act on them together. */
export function OpenList() {
  const section = useRef<HTMLDivElement>(null);
  const handle = useRef<ListHandle>(null);
  const isFocusLost = useRef(false);
  const [selectedIds, setSelectedIds] = useState<ReadonlySet<string>>(new Set());
  const [folded, setFolded] = useState<ReadonlySet<string>>(new Set());
  const [question, setQuestion] = useState<Question | undefined>(undefined);
  const view = parseView(address.value.parameters);
  const shown = useShown(view);
  const gap = findGap(view);
  const items = useItems(shown, view, folded);
  const aim = useAim(items, folded);
  const sharedLabels = useMemo(() => findSharedLabels(shown), [shown]);
  const selected = selectedIds.size === 0 ? [] : shown.filter(({ alert_id }) => selectedIds.has(alert_id));
  const select = (alerts: readonly Alert[], isSelected: boolean) =>
    setSelectedIds((before) =>
      change(
        before,
        alerts.map(({ alert_id }) => alert_id),
        isSelected,
      ),
    );
  const toggle = (alert: Alert) => select([alert], !selectedIds.has(alert.alert_id));
  const keys = listKeys({
    items,
    selected,
    handle,
    select: toggle,
    leave: useLeave(items, handle),
    onDone: (alerts) => select(alerts, false),
    ask: (about, alerts) => setQuestion({ about, alerts }),
  });
  useKeys(keys);
  const closeResolve = (count: number | undefined) => {
    setQuestion(undefined);
    if (count === undefined) return;
    showDone(`${formatCount(count)} resolved.`);
    select(question?.alerts ?? [], false);
    isFocusLost.current = true;
  };
  const focusList = () => section.current?.querySelector<HTMLElement>('[role=region]')?.focus();
  // The button that opened the dialog goes with its alert. While the dialog is open, nothing else can have the focus.
  useEffect(() => {
    if (question !== undefined || !isFocusLost.current) return;
    isFocusLost.current = false;
    focusList();
  }, [question]);
  return (
    <div ref={section} class="open-list">
      <div class="list-head">
        <FilterBar view={view} />
        <KeysHelp keys={keys} />
      </div>
      <FilterChips view={view} />
      <ListHeading
        shown={shown}
        selectedCount={selected.length}
        sharedLabels={sharedLabels}
        onSelect={(isSelected) => (isSelected ? select(shown, true) : setSelectedIds(new Set()))}
      />
      {gap === undefined ? null : <Notice kind={gap.kind}>{gap.text}</Notice>}
      {shown.length === 0 && gap !== undefined ? null : shown.length === 0 ? (
        <EmptyState icon={ListX} title="Nothing here">
          <p>None of the {formatCount(openAlerts.value.length)} open alerts matches.</p>
          <button type="button" onClick={() => navigate(linkTo('now', undefined, { all: '', project: '' }))}>
            Show all
          </button>
        </EmptyState>
      ) : (
        <ShownRows items={items} handle={handle}>
          {(item) =>
            item.kind === 'group' ? (
              <GroupRow
                group={item}
                selectedIds={selectedIds}
                onFold={() => setFolded((before) => change(before, [item.key], !item.isFolded))}
                onSelect={(isSelected) => select(item.alerts, isSelected)}
              />
            ) : (
              <AlertRow
                alert={item.alert}
                sharedLabels={sharedLabels}
                linkToLabel={(name, value) => linkOf({ ...view, labels: { ...view.labels, [name]: value } })}
                isSelected={selectedIds.has(item.key)}
                aim={aim}
                onSelect={(isSelected) => select([item.alert], isSelected)}
                onResolve={() => setQuestion({ about: 'resolve', alerts: [item.alert] })}
                onSilence={() => setQuestion({ about: 'silence', alerts: [item.alert] })}
              />
            )
          }
        </ShownRows>
      )}
      <SelectionBar
        selected={selected}
        onClear={() => {
          // The bar goes with the selection.
          if (document.activeElement?.closest('.selection')) focusList();
          setSelectedIds(new Set());
        }}
        onResolve={() => setQuestion({ about: 'resolve', alerts: selected })}
        onSilence={() => setQuestion({ about: 'silence', alerts: selected })}
      />
      {question?.about === 'resolve' ? (
        <ResolveDialog alerts={question.alerts} onClose={closeResolve} />
      ) : null}
      {question?.about === 'silence' ? (
        <SilenceDialog
          alerts={question.alerts}
          onClose={(isDone) => {
            setQuestion(undefined);
            if (!isDone) return;
            select(question.alerts, false);
            isFocusLost.current = selected.length > 0;
          }}
        />
      ) : null}
    </div>
  );
}

const change = (before: ReadonlySet<string>, keys: readonly string[], isIn: boolean): ReadonlySet<string> => {
  const after = new Set(before);
  for (const key of keys)
    if (isIn) after.add(key);
    else after.delete(key);
  return after;
};
