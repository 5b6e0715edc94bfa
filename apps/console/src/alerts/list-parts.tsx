import { ChevronDown, ChevronRight } from 'lucide';
import type { ComponentChildren } from 'preact';
import { useState } from 'preact/hooks';
import { Icon } from '../design/icon.tsx';
import { formatCount } from '../format.js';
import { SeverityMark } from '../parts/severity-mark.tsx';
import { VirtualList, type ListHandle } from '../parts/virtual-list.tsx';
import { session } from '../session.js';
import { worstOf, type Group, type Item } from './group-alerts.js';
import type { Labels } from './label-query.js';
import { LabelChips, searchLabel } from './labels.tsx';
import type { Alert } from './open-alerts.js';
import { useTellings } from './tellings.js';

interface HeadingProperties {
  readonly shown: readonly Alert[];
  readonly selectedCount: number;
  readonly sharedLabels: Labels;
  readonly onSelect: (isSelected: boolean) => void;
}

/** Selects all alerts of the list, and says what all of them have. */
export function ListHeading({ shown, selectedCount, sharedLabels, onSelect }: HeadingProperties) {
  const hasShared = Object.keys(sharedLabels).length > 0;
  if (shown.length === 0) return null;
  return (
    <div class="list-heading">
      {session.value?.role === 'VIEWER' ? null : (
        <label class="check">
          <input
            type="checkbox"
            checked={selectedCount > 0 && selectedCount === shown.length}
            onChange={({ currentTarget }) => onSelect(currentTarget.checked)}
          />
          {selectedCount === 0
            ? `Select all ${formatCount(shown.length)}`
            : `${formatCount(selectedCount)} selected`}
        </label>
      )}
      {hasShared ? (
        <div class="shared">
          <small>All have</small>
          <LabelChips labels={sharedLabels} link={searchLabel} title="Find alerts with this label" max={6} />
        </div>
      ) : null}
    </div>
  );
}

interface RowsProperties {
  readonly items: readonly Item[];
  readonly handle: { current: ListHandle | null };
  readonly children: (item: Item) => ComponentChildren;
}

/** The rows, and what is known of those in sight. */
export function ShownRows({ items, handle, children }: RowsProperties) {
  const [ids, setIds] = useState<readonly string[]>([]);
  useTellings(ids);
  return (
    <VirtualList
      items={items}
      keyOf={({ key }) => key}
      label="Open alerts"
      handle={handle}
      onShow={(rows) => {
        const inSight = rows.filter(({ kind }) => kind === 'alert').map(({ key }) => key);
        if (inSight.join() !== ids.join()) setIds(inSight);
      }}
    >
      {children}
    </VirtualList>
  );
}

interface GroupProperties {
  readonly group: Group;
  readonly selectedIds: ReadonlySet<string>;
  readonly onFold: () => void;
  readonly onSelect: (isSelected: boolean) => void;
}

/** The heading of a group: what its alerts have in common, how many there are, and how bad it is. */
export function GroupRow({ group, selectedIds, onFold, onSelect }: GroupProperties) {
  const { name, alerts, isFolded } = group;
  return (
    <div class="group-row">
      {session.value?.role === 'VIEWER' ? null : (
        <input
          type="checkbox"
          aria-label={`Select the group ${name.slice(0, 200)}`}
          checked={alerts.every(({ alert_id }) => selectedIds.has(alert_id))}
          onChange={({ currentTarget }) => onSelect(currentTarget.checked)}
        />
      )}
      <button type="button" class="quiet" aria-expanded={!isFolded} onClick={onFold}>
        <Icon of={isFolded ? ChevronRight : ChevronDown} />
        <bdi>{name.slice(0, 200)}</bdi>
        <span class="badge">{formatCount(alerts.length)}</span>
      </button>
      <SeverityMark severity={worstOf(alerts)} />
    </div>
  );
}
