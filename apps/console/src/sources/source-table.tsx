import { linkTo } from '../address.js';
import { formatCount } from '../format.js';
import { Notice } from '../parts/notice.tsx';
import { Age } from '../parts/time.tsx';
import type { Source } from './read-sources.js';

/** A table of the sources with their last deliveries, the source that has been silent longest first. */
export function SourceTable({ sources }: { readonly sources: readonly Source[] | undefined }) {
  if (sources === undefined) return null;
  if (sources.length === 0) return <Notice>There are no webhooks yet.</Notice>;
  return (
    // Focusable, so that it can be scrolled sideways with the keyboard.
    <div class="wide" tabIndex={0} role="region" aria-label="Sources and their last deliveries">
      <table>
        <thead>
          <tr>
            <th scope="col">Webhook</th>
            <th scope="col">System</th>
            <th scope="col">Last delivery</th>
            <th scope="col">Events, last hour</th>
            <th scope="col">Waiting</th>
            <th scope="col">Quarantined</th>
            <th scope="col">Refused</th>
          </tr>
        </thead>
        <tbody>
          {sources.toSorted(bySilence).map(({ webhook_id, name, state, health, plugin_info, rate }) => (
            <tr key={webhook_id}>
              <th scope="row">
                <a href={linkTo('sources', webhook_id)} dir="auto">
                  {name}
                </a>
                {state === 'ENABLED' ? null : <span class="tag">{state.toLowerCase()}</span>}
              </th>
              <td>{plugin_info.plugin_id}</td>
              <td>
                {health.last_received_at === null ? (
                  'never'
                ) : (
                  <>
                    <Age at={health.last_received_at} /> ago
                  </>
                )}
              </td>
              <td>{formatCount(rate)}</td>
              <td>{formatCount(health.backlog)}</td>
              <td>{formatCount(health.failed_count)}</td>
              <td>{formatCount(health.refused_count)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

const bySilence = (a: Source, b: Source): number =>
  (a.health.last_received_at ?? '') < (b.health.last_received_at ?? '') ? -1 : 1;
