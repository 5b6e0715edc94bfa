import { Injectable } from '@nestjs/common';
import { CommandBus } from '@nestjs/cqrs';
import { AlertActions, type AlertInfo } from '#monitoring/contracts/alert-actions.js';
import { truncateCharacters } from '#shared/kernel/clean-text.js';
import type { Scope } from '#shared/kernel/scope.js';
import { CreateSilence } from '../../silences/application/change-silence.js';
import type { LinkAction } from '../domain/action-token.js';

/** What an action concerns: the alert and, for `assign`, to whom it assigns it. */
interface ActionSubject {
  readonly alert: AlertInfo;
  readonly assignee: string | null;
}

export const SILENCE_HOURS: Readonly<Record<LinkAction, number | undefined>> = {
  acknowledge: undefined,
  resolve: undefined,
  assign: undefined,
  silence_1h: 1,
  silence_4h: 4,
};
const MAX_NAME_LENGTH = 200;

/** Returns the conditions of a silence of one alert and its successors. */
export function buildKeyFilter({ webhook_id, event_key }: AlertInfo) {
  return [
    { k: 'webhook_id', v: webhook_id, o: 'eq' },
    { k: 'event_key', v: event_key, o: 'eq' },
  ];
}

/** Does what somebody asks of an alert in a message, who has been recognized. */
@Injectable()
export class AlertActor {
  constructor(
    private readonly alerts: AlertActions,
    private readonly commands: CommandBus,
  ) {}

  /** @param means how it was asked for, as the end of the reason of a silence @throws the errors of the actions */
  async act(
    scope: Scope,
    action: LinkAction,
    { alert, assignee }: ActionSubject,
    means: string,
  ): Promise<void> {
    const { alert_id, title } = alert;
    if (action === 'acknowledge') return this.alerts.acknowledge(scope, alert_id);
    if (action === 'resolve') return this.alerts.resolve(scope, alert_id);
    if (action === 'assign') return this.alerts.assign(scope, alert_id, assignee);
    const hours = SILENCE_HOURS[action];
    const silence = {
      name: truncateCharacters(title, MAX_NAME_LENGTH) || alert_id,
      filter: buildKeyFilter(alert),
      ends_at: `now + ${hours}h`,
      reason: `Silenced for ${hours} h by ${means}`,
    };
    await this.commands.execute(new CreateSilence(scope, silence, true));
  }
}
