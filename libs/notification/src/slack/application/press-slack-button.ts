import { hash } from 'node:crypto';
import { Injectable, type BeforeApplicationShutdown } from '@nestjs/common';
import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { KnownUsers } from '#identity/contracts/known-users.js';
import { AlertActions, type AlertInfo } from '#monitoring/contracts/alert-actions.js';
import { DomainError } from '#shared/kernel/domain-error.js';
import type { Scope } from '#shared/kernel/scope.js';
import { AlertActor, SILENCE_HOURS } from '../../actions/application/act-on-alert.js';
import { LinkStore } from '../../actions/application/ports/link-store.js';
import type { LinkAction } from '../../actions/domain/action-token.js';
import { findSignatureProblem, type SignedRequest } from '../domain/check-press-signature.js';
import { parsePress, type Press } from '../domain/parse-press.js';
import { APP_KEY_PATTERN } from '../domain/slack-app.js';
import { PressCounts } from './press-counts.js';
import { describeDone, describeRefusal, type PressRefusal } from './press-sentences.js';
import { PressedRecords, type PressedApp, type PressedSubscription } from './ports/pressed-records.js';
import { SlackWorkspace } from './ports/slack-workspace.js';

/** A silence that ends so many milliseconds earlier than another one is the same for whoever presses. */
const SAME_SILENCE_MS = 300_000;
const HOUR_MS = 3_600_000;
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
    private readonly alerts: AlertActions,
    private readonly actor: AlertActor,
    private readonly users: KnownUsers,
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
    if (!(await this.store.use(app.domain_id, press_id))) return this.counts.add('repeated');
    let sentence: string | undefined;
    try {
      const result = await this.actOrRefuse(app, press, address);
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

  /** Returns what is said after the action, or why nothing was done. */
  private async actOrRefuse(
    app: PressedApp,
    press: Press,
    address: string,
  ): Promise<PressRefusal | string | undefined> {
    const { target, action } = press;
    const subscription = target && (await this.records.findSubscription(app, target.subscription_id));
    if (target === undefined || !subscription?.hasButtons) return { reason: 'ended' };
    const scope = await this.recognize(app, press, address);
    if (!('domain_id' in scope)) return scope;
    const alert = await this.findAlert(scope, target.alert_id, subscription);
    if (alert === undefined) return { reason: 'gone' };
    const refusal = await this.findRefusal(scope, action, alert, subscription, app.now);
    if (refusal !== undefined) return refusal;
    try {
      await this.actor.act(scope, action, alert, `a button in a message of ${subscription.name}`);
    } catch (error) {
      // Somebody else was faster, and whoever has pressed is told who.
      const present = await this.findAlert(scope, target.alert_id, subscription);
      if (present === undefined) return { reason: 'gone' };
      const later = await this.findRefusal(scope, action, present, subscription, app.now);
      if (later !== undefined) return later;
      throw error;
    }
    return describeDone(action, subscription.kinds.includes('alert.acknowledged'));
  }

  /** Returns the scope of whoever has pressed; a refusal if they may not act. */
  private async recognize(
    app: PressedApp,
    { action, user_id, team_id }: Press,
    address: string,
  ): Promise<Scope | PressRefusal> {
    const { domain_id } = app;
    const email = await this.workspace.findEmail(app, user_id, team_id);
    const known = email === undefined ? undefined : await this.users.findByEmail(domain_id, email);
    if (known === undefined && app.requires_known_user) return { reason: 'unknown_person' };
    if (known?.role === 'VIEWER') return { reason: 'viewer' };
    return {
      domain_id,
      user_id: known?.user_id ?? `slack:${user_id}`,
      role: known?.role ?? 'MEMBER',
      root: false,
      origin: { action: `${action}_by_button`, api_key_id: null, address },
    };
  }

  /** Returns the alert; `undefined` if it is not one that the subscription can be told of. */
  private async findAlert(
    scope: Scope,
    alert_id: string,
    { project_id }: PressedSubscription,
  ): Promise<AlertInfo | undefined> {
    try {
      const alert = await this.alerts.get(scope, alert_id);
      return project_id === null || alert.project_id === project_id ? alert : undefined;
    } catch (error) {
      if (error instanceof DomainError && error.kind === 'not-found') return undefined;
      throw error;
    }
  }

  private async findRefusal(
    { domain_id }: Scope,
    action: LinkAction,
    alert: AlertInfo,
    { timezone }: PressedSubscription,
    now: Date,
  ): Promise<PressRefusal | undefined> {
    if (alert.state === 'RESOLVED') return { reason: 'resolved', alert, timezone };
    if (action === 'acknowledge' && alert.acknowledged) return { reason: 'acknowledged', alert, timezone };
    const hours = SILENCE_HOURS[action];
    if (hours === undefined) return undefined;
    const silence = await this.records.findSilence(domain_id, alert);
    const isLongEnough =
      silence !== undefined && silence.ends_at.getTime() > now.getTime() + hours * HOUR_MS - SAME_SILENCE_MS;
    if (!isLongEnough) return undefined;
    return { reason: 'silenced', by: silence.created_by, ends_at: silence.ends_at, timezone };
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
