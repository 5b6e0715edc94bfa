import { Injectable } from '@nestjs/common';
import { CommandBus, QueryBus } from '@nestjs/cqrs';
import type { Scope, Via } from '#shared/kernel/scope.js';
import {
  AlertActions,
  type AlertInfo,
  type ReceiverAct,
  type ReceiverActOutcome,
} from '../../contracts/alert-actions.js';
import { AcknowledgeAlert, ResolveAlert, AssignAlert, FollowReceiver } from '../application/change-alerts.js';
import { GetAlert } from '../application/read-alerts.js';

/** Sends the messages that the API sends, so that an alert changes in one way only. */
@Injectable()
export class BusAlertActions extends AlertActions {
  constructor(
    private readonly commands: CommandBus,
    private readonly queries: QueryBus,
  ) {
    super();
  }

  async get(scope: Scope, alert_id: string): Promise<AlertInfo> {
    return (await this.queries.execute(new GetAlert(scope, alert_id))) as AlertInfo;
  }

  async acknowledge(scope: Scope, alert_id: string): Promise<void> {
    await this.commands.execute(new AcknowledgeAlert(scope, alert_id, {}, true));
  }

  async resolve(scope: Scope, alert_id: string): Promise<void> {
    await this.commands.execute(new ResolveAlert(scope, alert_id, {}));
  }

  async assign(scope: Scope, alert_id: string, assignee: string | null): Promise<void> {
    await this.commands.execute(new AssignAlert(scope, alert_id, assignee, true));
  }

  follow(
    scope: Scope & { readonly via: Via },
    alert_id: string,
    act: ReceiverAct,
  ): Promise<ReceiverActOutcome> {
    return this.commands.execute(new FollowReceiver(scope, alert_id, act));
  }
}
