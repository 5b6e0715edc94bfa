import { hash } from 'node:crypto';
import { Injectable, type BeforeApplicationShutdown } from '@nestjs/common';
import { CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { DomainError } from '#shared/kernel/domain-error.js';
import { Encryption } from '#shared/platform/encryption.js';
import { QueryPool } from '#shared/platform/persistence/pools.js';
import { markUsed } from '../../actions/tables/link-uses.js';
import { PressCounts } from '../application/press-counts.js';
import { describeRefusal } from '../application/press-sentences.js';
import { PressSlackButton } from '../application/press-slack-button.js';
import { findSignatureProblem, type SignedRequest } from '../domain/check-press-signature.js';
import { parsePress, type Press } from '../domain/parse-press.js';
import { APP_KEY_PATTERN } from '../domain/slack-app.js';
import { PressActions } from './press-actions.js';
import { findPressedApp, type PressedApp } from './pressed-app.js';
import { SlackWorkspace } from './slack-workspace.js';

/** Milliseconds that a stopping process waits for presses under way. */
const SHUTDOWN_TIMEOUT_MS = 8_000;

@Injectable()
@CommandHandler(PressSlackButton)
export class PressSlackButtonHandler implements ICommandHandler<PressSlackButton>, BeforeApplicationShutdown {
  private readonly pending = new Set<Promise<unknown>>();

  constructor(
    private readonly pool: QueryPool,
    private readonly encryption: Encryption,
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
      if (!(await markUsed(this.pool, app.domain_id, press_id))) return this.counts.add('repeated');
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
    const app = APP_KEY_PATTERN.test(app_key)
      ? await findPressedApp(this.pool, this.encryption, app_key)
      : undefined;
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
