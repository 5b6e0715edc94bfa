import { hash } from 'node:crypto';
import { Injectable, type BeforeApplicationShutdown } from '@nestjs/common';
import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { DomainError } from '#shared/kernel/domain-error.js';
import { LinkStore } from '../../actions/application/ports/link-store.js';
import { findSignatureProblem, type SignedRequest } from '../domain/check-press-signature.js';
import { parsePress, type Press } from '../domain/parse-press.js';
import { APP_KEY_PATTERN } from '../domain/slack-app.js';
import { PressCounts } from './press-counts.js';
import { PressActions } from './press-actions.js';
import { describeRefusal } from './press-sentences.js';
import { PressedRecords, type PressedApp } from './ports/pressed-records.js';
import { SlackWorkspace } from './ports/slack-workspace.js';

/** Milliseconds that a stopping process waits for presses under way. */
const SHUTDOWN_TIMEOUT_MS = 8_000;

/**
 * Does what somebody asks for by a button in Slack, and tells whoever has pressed what the message does not say. The signature says
 * in which domain.
 * @throws ERROR_NOT_FOUND for an unknown key; ERROR_AUTHENTICATE_FAILURE for a request that is not from Slack;
 *   ERROR_INVALID_PARAMETER; ERROR_UNAVAILABLE, which is told to whoever has pressed as well
 */
export class PressSlackButton extends Command<void> {
  constructor(
    readonly app_key: string,
    readonly request: SignedRequest,
    /** The address of the client, for the audit log. */
    readonly address: string,
  ) {
    super();
  }
}

@Injectable()
@CommandHandler(PressSlackButton)
export class PressSlackButtonHandler implements ICommandHandler<PressSlackButton>, BeforeApplicationShutdown {
  private readonly pending = new Set<Promise<unknown>>();

  constructor(
    private readonly records: PressedRecords,
    private readonly store: LinkStore,
    private readonly actions: PressActions,
    private readonly workspace: SlackWorkspace,
    private readonly counts: PressCounts,
  ) {}

  execute(command: PressSlackButton): Promise<void> {
    return this.track(this.handle(command));
  }

  /** Slack has been answered perhaps, and does not post again. */
  async beforeApplicationShutdown(): Promise<void> {
    const timeout = new Promise((resolve) => setTimeout(resolve, SHUTDOWN_TIMEOUT_MS).unref());
    await Promise.race([Promise.allSettled(this.pending), timeout]);
  }

  private async handle({ app_key, request, address }: PressSlackButton): Promise<void> {
    const app = await this.authenticate(app_key, request);
    const press = parsePress(request.body);
    if (press === undefined) return this.counts.add('ignored');
    const press_id = hash('sha256', `slack press ${app.slack_app_id} ${request.signature}`, 'buffer');
    let sentence: string | undefined;
    try {
      if (!(await this.store.mark(app.domain_id, press_id))) return this.counts.add('repeated');
      const result = await this.actions.actOrRefuse(app, press, address);
      this.counts.add(typeof result === 'object' ? 'refused' : 'acted');
      sentence = typeof result === 'object' ? describeRefusal(result) : result;
    } catch (error) {
      this.counts.add('failed');
      this.tell(app, press, describeRefusal({ reason: 'failed' }));
      throw error;
    }
    this.tell(app, press, sentence);
  }

  private async authenticate(app_key: string, request: SignedRequest): Promise<PressedApp> {
    const app = APP_KEY_PATTERN.test(app_key) ? await this.records.findApp(app_key) : undefined;
    if (app === undefined) {
      this.counts.add('unknown_app');
      throw DomainError.notFound('The Slack app');
    }
    const problem = findSignatureProblem(request, app.signing_secret, app.now);
    if (problem === undefined) return app;
    this.counts.add(problem === 'missing' ? 'wrong_signature' : problem);
    const text =
      problem === 'wrong_time'
        ? 'The signature is of another time: it may differ by 5 minutes from the time here'
        : 'The signature is not that of this Slack app: check its signing_secret';
    throw new DomainError('ERROR_AUTHENTICATE_FAILURE', 'unauthenticated', text);
  }

  /** Slack is answered first. */
  private tell(app: PressedApp, { response_url }: Press, sentence: string | undefined): void {
    if (response_url === undefined || sentence === undefined) return;
    void this.track(this.workspace.tell(app, response_url, sentence));
  }

  private track<T>(work: Promise<T>): Promise<T> {
    this.pending.add(work);
    const forget = () => void this.pending.delete(work);
    work.then(forget, forget);
    return work;
  }
}
