import { CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { ExpiryClock } from '#shared/kernel/clock.js';
import { DomainError } from '#shared/kernel/domain-error.js';
import { newUuid } from '#shared/kernel/ids.js';
import type { CreatedSession } from '../../application/commands/create-session.js';
import { SwitchDomain } from '../../application/commands/switch-domain.js';
import { SessionRepository } from '../../application/ports/session.repository.js';
import { toSessionInfo } from '../../application/queries/session-info.js';
import { mayEnterDomains, type Session } from '../../domain/session.js';
import { SessionCookies } from '../sealed-tokens.js';

@CommandHandler(SwitchDomain)
export class SwitchDomainHandler implements ICommandHandler<SwitchDomain> {
  constructor(
    private readonly sessions: SessionRepository,
    private readonly cookies: SessionCookies,
    private readonly clock: ExpiryClock,
  ) {}

  async execute({ scope, cookie, new_domain_id }: SwitchDomain): Promise<CreatedSession> {
    const content = this.cookies.open(cookie);
    const session = content && (await this.sessions.find(content.session_id));
    if (session === undefined) throw createEndedError();
    if (new_domain_id === session.domain_id) return { session: toSessionInfo(session), cookie };
    if (!mayEnterDomains(session))
      throw scope.operator
        ? createRefusal(
            session,
            'was started by a link, which opens no other',
            'sign out, and sign in with the root key itself',
          )
        : createRefusal(
            session,
            'only one of the root key may enter another',
            `sign out, and sign in as somebody of ${new_domain_id}`,
          );
    const now = await this.clock.now();
    const place = { session_id: newUuid(now), domain_id: new_domain_id, last_used_at: now };
    if (!(await this.sessions.move(scope, session.session_id, place))) throw createEndedError();
    return {
      session: toSessionInfo({ ...session, ...place }),
      cookie: this.cookies.seal({ session_id: place.session_id }),
    };
  }
}

function createRefusal({ domain_id }: Session, reason: string, remedy: string): DomainError {
  const text = `This session is of the domain ${domain_id}, and ${reason}: ${remedy}`;
  // A form shows only what is said of its field. So the remedy is said there too.
  const field = `must be ${domain_id}, the domain of the session; to enter another, ${remedy}`;
  return new DomainError('ERROR_PERMISSION_DENIED', 'denied', text, {
    errors: [{ field: 'new_domain_id', reason: field }],
  });
}

const createEndedError = () =>
  new DomainError('ERROR_AUTHENTICATE_FAILURE', 'unauthenticated', 'The session has ended; sign in again');
