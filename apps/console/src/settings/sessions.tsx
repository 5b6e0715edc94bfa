import type { Schemas } from '../../../../clients/typescript/src/tocsin.js';
import { client } from '../client.js';
import { Badge } from '../design/badge.tsx';
import { showDone, showFailure } from '../design/toast.tsx';
import { LoadState } from '../parts/load-state.tsx';
import { Age, Time } from '../parts/time.tsx';
import { useLoaded } from '../parts/use-loaded.js';
import { session } from '../session.js';

type Session = Schemas['SessionInfo'];

/** Milliseconds. */
const REFRESH_MS = 15_000;

/** Who is signed in: all of the domain for an ADMIN, otherwise the user's own sessions. */
export function Sessions() {
  const loaded = useLoaded(
    'sessions',
    async (signal) => {
      const { results } = await client.call('listSessions', {}, { signal });
      // Without `only`, the records have all fields.
      return results as readonly Session[];
    },
    REFRESH_MS,
  );
  const sessions = loaded.value.value;
  const end = async ({ session_id, user_id }: Session) => {
    try {
      await client.call('endSession', { path: { session_id } });
      showDone(`A session of ${user_id} has ended.`);
      loaded.reload();
    } catch (error) {
      showFailure(error);
    }
  };
  return (
    <section class="stack" aria-label="Sessions">
      <p class="help">
        {session.value?.role === 'ADMIN'
          ? 'Everybody who is signed in to this domain.'
          : 'Where you are signed in.'}{' '}
        A session that is ended has to sign in again.
      </p>
      <LoadState loaded={loaded} />
      {sessions === undefined ? null : (
        <div class="table cards">
          <table>
            <thead>
              <tr>
                <th scope="col">User</th>
                <th scope="col">Role</th>
                <th scope="col">Browser</th>
                <th scope="col">Signed in</th>
                <th scope="col">Ends</th>
                <th scope="col">
                  <span class="unseen">Actions</span>
                </th>
              </tr>
            </thead>
            <tbody>
              {sessions.map((each) => (
                <tr key={each.session_id}>
                  <th scope="row">
                    <bdi>{each.user_id}</bdi>
                  </th>
                  <td data-name="Role">{each.role}</td>
                  <td data-name="Browser" title={each.user_agent ?? undefined}>
                    {nameBrowser(each.user_agent ?? '')} at <bdi>{each.address}</bdi>
                  </td>
                  <td data-name="Signed in">
                    <Age at={each.created_at} suffix=" ago" />
                  </td>
                  <td data-name="Ends">
                    <Time at={each.expires_at} isShort />
                  </td>
                  <td>
                    {each.session_id === session.value?.session_id ? (
                      <Badge tone="accent">this one</Badge>
                    ) : (
                      <button type="button" class="small" onClick={() => void end(each)}>
                        End<span class="unseen"> the session of {each.user_id}</span>
                      </button>
                    )}
                  </td>
                </tr>
              ))}
            </tbody>
          </table>
        </div>
      )}
    </section>
  );
}

/** Returns the browser and the system that a `User-Agent` names. Chrome also names Safari, and Edge names both. */
function nameBrowser(userAgent: string): string {
  const browser = /Edg|Firefox|Chrome|Safari/.exec(userAgent.replace(/Chrome(?=.*Edg)/, ''))?.[0];
  const system = /Android|iPhone|iPad|Windows|Mac OS X|Linux/.exec(userAgent)?.[0];
  if (browser === undefined) return 'Another browser';
  return `${browser === 'Edg' ? 'Edge' : browser}${system === undefined ? '' : ` on ${system}`}`;
}
