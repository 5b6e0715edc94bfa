import { Injectable } from '@nestjs/common';
import { KnownUsers } from '#identity/contracts/known-users.js';
import { AlertActions, type AlertInfo } from '#monitoring/contracts/alert-actions.js';
import { DomainError } from '#shared/kernel/domain-error.js';
import type { Scope } from '#shared/kernel/scope.js';
import { QueryPool } from '#shared/platform/persistence/pools.js';
import { AlertActor, buildKeyFilter, SILENCE_HOURS } from '../../actions/application/act-on-alert.js';
import type { ButtonAction } from '../../actions/domain/action-button.js';
import { findSilenceOf } from '../../silences/tables/decide-silenced.js';
import {
  findSlackSubscription,
  type SlackSubscription,
} from '../../subscriptions/tables/slack-subscriptions.js';
import { describeDone, type PressRefusal } from '../application/press-sentences.js';
import type { Press } from '../domain/parse-press.js';
import type { PressedApp } from './pressed-app.js';
import { SlackWorkspace } from './slack-workspace.js';

/** A silence that ends so many milliseconds earlier than another one is the same for whoever presses. */
const SAME_SILENCE_MS = 300_000;
const HOUR_MS = 3_600_000;

/** Does what a press asks for, as whoever has pressed. */
@Injectable()
export class PressActions {
  constructor(
    private readonly pool: QueryPool,
    private readonly alerts: AlertActions,
    private readonly actor: AlertActor,
    private readonly users: KnownUsers,
    private readonly workspace: SlackWorkspace,
  ) {}

  /** Returns what is said after the action, or why nothing was done. */
  async actOrRefuse(
    app: PressedApp,
    press: Press,
    address: string,
  ): Promise<PressRefusal | string | undefined> {
    const { target, action } = press;
    const subscription = target && (await findSlackSubscription(this.pool, app, target.subscription_id));
    if (target === undefined || !subscription?.hasButtons) return { reason: 'ended' };
    const scope = await this.recognize(app, press, address);
    if (!('domain_id' in scope)) return scope;
    const alert = await this.findAlert(scope, target.alert_id, subscription);
    if (alert === undefined) return { reason: 'gone' };
    const refusal = await this.findRefusal(scope, action, alert, subscription, app.now);
    if (refusal !== undefined) return refusal;
    try {
      await this.actor.act(
        scope,
        action,
        { alert, assignee: null },
        `a button in a message of ${subscription.name}`,
      );
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
    { project_id }: SlackSubscription,
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
    action: ButtonAction,
    alert: AlertInfo,
    { timezone }: SlackSubscription,
    now: Date,
  ): Promise<PressRefusal | undefined> {
    if (alert.state === 'RESOLVED') return { reason: 'resolved', alert, timezone };
    if (action === 'acknowledge' && alert.acknowledged) return { reason: 'acknowledged', alert, timezone };
    const hours = SILENCE_HOURS[action];
    if (hours === undefined) return undefined;
    const silence = await findSilenceOf(this.pool, domain_id, buildKeyFilter(alert));
    const isLongEnough =
      silence !== undefined && silence.ends_at.getTime() > now.getTime() + hours * HOUR_MS - SAME_SILENCE_MS;
    if (!isLongEnough) return undefined;
    return { reason: 'silenced', by: silence.created_by, ends_at: silence.ends_at, timezone };
  }
}
