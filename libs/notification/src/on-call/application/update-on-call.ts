import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import type { Scope } from '#shared/kernel/scope.js';
import type { OnCallChanges } from '../domain/on-call.js';
import { resolveAddress } from './resolve-address.js';
import { CalendarAddresses } from './ports/calendar-addresses.js';
import { OnCallRepository } from './ports/on-call-repository.js';

/** Changes the given fields of a schedule. */
export class UpdateOnCall extends Command<void> {
  constructor(
    readonly scope: Scope,
    readonly on_call_id: string,
    readonly changes: OnCallChanges,
  ) {
    super();
  }
}

@CommandHandler(UpdateOnCall)
export class UpdateOnCallHandler implements ICommandHandler<UpdateOnCall> {
  constructor(
    private readonly onCalls: OnCallRepository,
    private readonly addresses: CalendarAddresses,
  ) {}

  async execute({ scope, on_call_id, changes }: UpdateOnCall): Promise<void> {
    const ical_url = await resolveAddress(changes.ical_url, this.addresses);
    await this.onCalls.change(scope, on_call_id, (onCall, now) =>
      onCall.update({ ...changes, ical_url }, now),
    );
  }
}
