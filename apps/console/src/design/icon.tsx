import type { IconNode } from 'lucide';
import { h } from 'preact';

/** An icon of lucide beside a text, or alone in a button that has a name. Screen readers skip it. */
export function Icon({ of }: { readonly of: IconNode }) {
  return (
    <svg class="icon" viewBox="0 0 24 24" aria-hidden="true">
      {of.map(([shape, attributes]) => h(shape, attributes))}
    </svg>
  );
}
