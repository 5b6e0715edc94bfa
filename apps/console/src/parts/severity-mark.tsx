import type { Severity } from '../severity.js';

/** A severity by word, shape and colour, so that it can be recognized without seeing colours. */
export function SeverityMark({ severity }: { readonly severity: Severity }) {
  return (
    <span class={`severity ${severity.toLowerCase()}`}>
      <span class="shape" aria-hidden="true" />
      <span class="word">{severity.replace('_', ' ').toLowerCase()}</span>
    </span>
  );
}
