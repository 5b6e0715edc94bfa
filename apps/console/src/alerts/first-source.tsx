import { Waypoints } from 'lucide';
import { linkTo } from '../address.js';
import { EmptyState } from '../design/empty-state.tsx';
import { session } from '../session.js';

/** Leads to the first source of a domain. */
export function FirstSource() {
  return (
    <EmptyState icon={Waypoints} title="No source is connected yet">
      <p>Alerts appear here as soon as a monitoring system sends something.</p>
      {session.value?.role === 'VIEWER' ? null : (
        <a class="button primary" href={linkTo('sources', undefined, { new: '' })}>
          Connect a source
        </a>
      )}
    </EmptyState>
  );
}
