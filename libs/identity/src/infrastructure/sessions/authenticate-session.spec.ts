import { expect, it } from 'vitest';
import { ExpiryClock } from '#shared/kernel/clock.js';
import type { Caller } from '#shared/kernel/scope.js';
import { AuthenticateSession } from '../../application/queries/authenticate.js';
import type { Session } from '../../domain/session.js';
import { AuthenticateHandler } from '../queries/authenticate.handler.js';
import type { SessionCookies } from '../sealed-tokens.js';
import { TokenHolderAuthenticator } from '../token-holder.js';
import type { SessionRepository } from '../../application/ports/session.repository.js';
import { AuthenticateSessionHandler, type SessionUses } from './authenticate-session.handler.js';

const HOUR = 3_600_000;

/** Authenticates a session where the clock of the database is `ahead` milliseconds ahead of that of the process. */
async function authenticate(ahead: number, times: { readonly used: number; readonly ends: number }) {
  const databaseNow = Date.now() + ahead;
  const session = {
    ...{ session_id: 's1', domain_id: 'd1', user_id: 'u1', role: 'ADMIN', key_digest: null },
    last_used_at: new Date(databaseNow + times.used),
    expires_at: new Date(databaseNow + times.ends),
  } as Session;
  const uses: Date[] = [];
  const clock = new ExpiryClock(() => Promise.resolve([{ now: new Date(Date.now() + ahead) }]));
  const handler = new AuthenticateSessionHandler(
    { open: () => ({ session_id: 's1' }) } as unknown as SessionCookies,
    {
      find: () => Promise.resolve(session),
      findCurrent: () => Promise.resolve(session),
    } as unknown as SessionRepository,
    new TokenHolderAuthenticator({} as AuthenticateHandler, clock),
    { record: (_: string, at: Date) => uses.push(at) } as unknown as SessionUses,
    HOUR,
    clock,
  );
  const caller: Caller | undefined = await handler.execute(new AuthenticateSession('cookie'));
  return { caller, usedAfter: uses.map((at) => Math.round((at.getTime() - databaseNow) / 60_000)) };
}

it.each([-5 * HOUR, 0, 5 * HOUR])(
  'judges the end of a session and its idle time by the clock of the database, %i ms ahead',
  async (ahead) => {
    expect(await authenticate(ahead, { used: -HOUR / 2, ends: HOUR })).toMatchObject({
      caller: { user_id: 'u1' },
      usedAfter: [0],
    });
    expect((await authenticate(ahead, { used: -HOUR / 2, ends: -1_000 })).caller).toBeUndefined();
    expect((await authenticate(ahead, { used: -HOUR - 1_000, ends: HOUR })).caller).toBeUndefined();
  },
);
