import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { getCallerName, type Scope } from '#shared/kernel/scope.js';
import { OnCall, type NewOnCall } from '../domain/on-call.js';
import { resolveAddress } from './resolve-address.js';
import { CalendarAddresses } from './ports/calendar-addresses.js';
import { OnCallRepository } from './ports/on-call-repository.js';

export type OnCallToCreate = Omit<NewOnCall, 'domain_id' | 'created_by'>;

export interface CreatedOnCall {
  readonly on_call_id: string;
}

/** Creates a schedule of who is on call. Its calendar is read soon after. */
export class CreateOnCall extends Command<CreatedOnCall> {
  constructor(
    readonly scope: Scope,
    readonly onCall: OnCallToCreate,
  ) {
    super();
  }
}

@CommandHandler(CreateOnCall)
export class CreateOnCallHandler implements ICommandHandler<CreateOnCall> {
  constructor(
    private readonly onCalls: OnCallRepository,
    private readonly addresses: CalendarAddresses,
  ) {}

  async execute({ scope, onCall: given }: CreateOnCall): Promise<CreatedOnCall> {
    const ical_url = await resolveAddress(given.ical_url, this.addresses);
    const created_by = getCallerName(scope);
    const on_call_id = await this.onCalls.add(scope, (now) =>
      OnCall.create({ ...given, ical_url, domain_id: scope.domain_id, created_by }, now),
    );
    return { on_call_id };
  }
}
