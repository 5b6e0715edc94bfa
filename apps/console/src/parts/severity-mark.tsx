import type { Severity } from '../severity.js';

/** Word, shape and colour, so that no one of them is needed. */
export function SeverityMark({ severity }: { readonly severity: Severity }) {
  return (
    <span class={`severity ${severity.toLowerCase()}`}>
      <span class="shape" aria-hidden="true" />
      {severity.replace('_', ' ').toLowerCase()}
    </span>
  );
}
