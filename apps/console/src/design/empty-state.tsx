import type { IconNode } from 'lucide';
import type { ComponentChildren } from 'preact';
import { Icon } from './icon.tsx';

interface Properties {
  readonly icon: IconNode;
  readonly title: string;
  /** Why it is empty, and what to do. */
  readonly children?: ComponentChildren;
}

/** In place of a list that has nothing in it. */
export function EmptyState({ icon, title, children }: Properties) {
  return (
    <div class="empty" role="status">
      <Icon of={icon} />
      <h2>{title}</h2>
      {children}
    </div>
  );
}

/** In place of a list that is not loaded yet. */
export function Skeleton({ rows = 4 }: { readonly rows?: number }) {
  return (
    <div class="skeleton" role="status" aria-label="Loading">
      {Array.from({ length: rows }, (_, row) => (
        <span key={row} />
      ))}
    </div>
  );
}
